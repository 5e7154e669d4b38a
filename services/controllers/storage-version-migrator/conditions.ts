import type { Condition } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { StorageVersionMigration } from '@pilothouse/apimachinery/generated/storagemigration/v1beta1.js';
import { timeOfSeconds } from '@pilothouse/apimachinery/schema/time.js';

type Status = StorageVersionMigration['status'];

/** Longer messages are cut. A condition can have 32 KiB, and a character three bytes. */
const MAX_MESSAGE = 8 * 1024;

/** Whether a migration has succeeded or failed, which is final. */
export function isFinished({ status }: StorageVersionMigration): boolean {
  return ['Succeeded', 'Failed'].some((type) => isTrue(status, type));
}

/** Whether a migration has begun, perhaps by another controller manager. */
export function isRunning({ status }: StorageVersionMigration): boolean {
  return isTrue(status, 'Running');
}

/** The status of a migration that begins at a version of its resource. */
export function runningStatus(status: Status, resourceVersion: string, now: Date): Status {
  return {
    ...status,
    resourceVersion,
    conditions: withCondition(status, newCondition('Running', 'StorageVersionMigrationInProgress', now)),
  };
}

/** The status at the end of a migration, which has failed if a message is given. The condition `Running` keeps its reason, as in Kubernetes. */
export function finishedStatus(status: Status, failure: string | undefined, now: Date): Status {
  const ended =
    failure === undefined
      ? newCondition('Succeeded', 'StorageVersionMigrationSucceeded', now)
      : newCondition('Failed', 'StorageVersionMigrationFailed', now, failure.slice(0, MAX_MESSAGE));
  const { lastTransitionTime } = ended;
  const conditions = withCondition(status, ended).map((condition) =>
    condition.type === 'Running' && condition.status !== 'False'
      ? { ...condition, status: 'False', ...(lastTransitionTime && { lastTransitionTime }) }
      : condition,
  );
  return { ...status, conditions };
}

function withCondition({ conditions = [] }: Status, condition: Condition): Condition[] {
  return [...conditions.filter(({ type }) => type !== condition.type), condition];
}

function newCondition(type: string, reason: string, now: Date, message = ''): Condition {
  const lastTransitionTime = timeOfSeconds(Math.floor(now.getTime() / 1000));
  return { type, status: 'True', reason, message, ...(lastTransitionTime !== undefined && { lastTransitionTime }) };
}

function isTrue({ conditions = [] }: Status, type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === 'True');
}
