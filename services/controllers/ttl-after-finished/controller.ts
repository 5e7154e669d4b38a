import type { Job } from '@pilothouse/apimachinery/generated/batch/v1.js';
import { secondsOfTime } from '@pilothouse/apimachinery/schema/time.js';
import { jobs } from '@pilothouse/client/batch.js';
import { expiryController } from '../expiry/controller.js';

/** Deletes finished Jobs, and first their Pods, `spec.ttlSecondsAfterFinished` seconds after their end. */
export const ttlAfterFinishedController = expiryController({
  name: 'ttl-after-finished',
  type: jobs,
  selection: () => ({}),
  expiry: jobExpiry,
  propagationPolicy: 'Foreground',
});

/** Expiry of a Job in milliseconds since 1970; infinity without a TTL, before its end, and during its deletion. */
export function jobExpiry({ metadata, spec, status: { conditions = [] } }: Job): number {
  const { ttlSecondsAfterFinished } = spec;
  if (ttlSecondsAfterFinished === undefined || metadata.deletionTimestamp !== undefined) return Infinity;
  const end = conditions.find(({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True');
  if (end?.lastTransitionTime === undefined) return Infinity;
  return (secondsOfTime(end.lastTransitionTime).seconds + ttlSecondsAfterFinished) * 1000;
}
