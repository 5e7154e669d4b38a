import assert from 'node:assert/strict';
import type { Job, JobCondition } from '@pilothouse/apimachinery/generated/batch/v1.js';
import { jobExpiry } from './controller.js';

const END = '2026-01-02T03:04:05Z';
const complete: JobCondition = { type: 'Complete', status: 'True', lastTransitionTime: END };

function job(
  ttlSecondsAfterFinished: number | undefined,
  conditions: JobCondition[],
  metadata: Job['metadata'] = {},
): Job {
  const spec = {
    template: { metadata: {}, spec: { containers: [] } },
    ...(ttlSecondsAfterFinished !== undefined && { ttlSecondsAfterFinished }),
  };
  return { metadata, spec, status: { conditions } };
}

describe('jobExpiry', () => {
  const failed = { ...complete, type: 'Failed' };
  const cases: readonly (readonly [name: string, job: Job, expiry: number])[] = [
    ['is the end plus the TTL', job(60, [complete]), Date.UTC(2026, 0, 2, 3, 5, 5)],
    ['is the end for a TTL of 0', job(0, [complete]), Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['includes failed Jobs', job(1, [{ ...complete, status: 'False' }, failed]), Date.UTC(2026, 0, 2, 3, 4, 6)],
    ['is infinite without a TTL', job(undefined, [complete]), Infinity],
    ['is infinite before the end', job(0, [{ ...complete, type: 'Suspended' }]), Infinity],
    ['is infinite for a condition that is not true', job(0, [{ ...complete, status: 'False' }]), Infinity],
    ['is infinite without a time', job(0, [{ type: 'Complete', status: 'True' }]), Infinity],
    ['is infinite during deletion', job(0, [complete], { deletionTimestamp: END }), Infinity],
  ];
  for (const [name, object, expiry] of cases) it(name, () => assert.equal(jobExpiry(object), expiry));
});
