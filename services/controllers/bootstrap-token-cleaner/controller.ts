import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Secret } from '@pilothouse/apimachinery/generated/core/v1.js';
import { canonicalTime, secondsOfTime, TimeError } from '@pilothouse/apimachinery/schema/time.js';
import { secrets } from '@pilothouse/client/core.js';
import { expiryController } from '../expiry/controller.js';
import { SYSTEM_NAMESPACE } from '../names.js';

/** Deletes expired bootstrap tokens. */
export const tokenCleanerController = expiryController({
  name: 'token-cleaner',
  type: secrets,
  selection: (domain) => ({ namespace: SYSTEM_NAMESPACE, fieldSelector: `type=${tokenType(domain)}` }),
  expiry: bootstrapTokenExpiry,
});

function tokenType({ label }: Pick<Domain, 'label'>): string {
  return `bootstrap.${label}/token`;
}

/**
 * Expiry of a Secret in milliseconds since 1970; infinity for one without expiry, and for any Secret that is not a bootstrap token
 * in `kube-system`. An invalid time counts as expired, as in Kubernetes.
 */
export function bootstrapTokenExpiry({ metadata, type, data = {} }: Secret, { label }: Domain): number {
  if (type !== tokenType({ label }) || metadata.namespace !== SYSTEM_NAMESPACE) return Infinity;
  const text = Buffer.from(data['expiration'] ?? '', 'base64').toString();
  if (text === '') return Infinity;
  try {
    const time = canonicalTime(text, false);
    return time === undefined ? -Infinity : secondsOfTime(time).seconds * 1000;
  } catch (error) {
    if (error instanceof TimeError) return -Infinity;
    throw error;
  }
}
