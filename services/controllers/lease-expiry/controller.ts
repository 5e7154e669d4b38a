import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import { secondsOfTime } from '@pilothouse/apimachinery/schema/time.js';
import { leases } from '@pilothouse/client/coordination.js';
import { expiryController } from '../expiry/controller.js';

/** Where API servers tell of themselves. Every node renews a lease elsewhere, every few seconds. */
const NAMESPACE = 'kube-system';

/** Deletes the identity leases of API servers that are no more. */
export const leaseExpiryController = expiryController({
  name: 'lease-expiry',
  type: leases,
  among: () => ({ fieldSelector: `metadata.namespace=${NAMESPACE}` }),
  expiry: identityExpiry,
});

/**
 * When a lease expires, in milliseconds since 1970: infinity for one that is not the identity of an API server. One that
 * does not say has expired, as in Kubernetes.
 */
export function identityExpiry({ metadata, spec }: Lease, { label }: Domain): number {
  const { namespace, labels = {} } = metadata;
  const isIdentity = namespace === NAMESPACE && labels[`apiserver.${label}/identity`] === 'kube-apiserver';
  if (!isIdentity) return Infinity;
  const { renewTime, leaseDurationSeconds } = spec;
  if (renewTime === undefined || leaseDurationSeconds === undefined) return -Infinity;
  const { seconds, micros } = secondsOfTime(renewTime);
  return (seconds + leaseDurationSeconds) * 1000 + micros / 1000;
}
