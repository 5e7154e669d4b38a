import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import { secondsOfTime } from '@pilothouse/apimachinery/schema/time.js';
import { leases } from '@pilothouse/client/coordination.js';
import { expiryController } from '../expiry/controller.js';
import { SYSTEM_NAMESPACE } from '../names.js';

/**
 * Deletes expired identity leases of API servers in `kube-system`. Leases of nodes, which are in another namespace and change
 * every few seconds, are not watched.
 */
export const leaseExpiryController = expiryController({
  name: 'lease-expiry',
  type: leases,
  selection: () => ({ namespace: SYSTEM_NAMESPACE }),
  expiry: identityExpiry,
});

/**
 * Expiry of an identity lease in milliseconds since 1970; infinity for any other lease. A lease without times has expired, as in
 * Kubernetes.
 */
export function identityExpiry({ metadata, spec }: Lease, { label }: Domain): number {
  const { namespace, labels = {} } = metadata;
  const isIdentity = namespace === SYSTEM_NAMESPACE && labels[`apiserver.${label}/identity`] === 'kube-apiserver';
  if (!isIdentity) return Infinity;
  const { renewTime, leaseDurationSeconds } = spec;
  if (renewTime === undefined || leaseDurationSeconds === undefined) return -Infinity;
  const { seconds, micros } = secondsOfTime(renewTime);
  return (seconds + leaseDurationSeconds) * 1000 + micros / 1000;
}
