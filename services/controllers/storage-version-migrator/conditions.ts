import type { Condition } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { StorageVersionMigration } from '@pilothouse/apimachinery/generated/storagemigration/v1beta1.js';
import { timeOfSeconds } from '@pilothouse/apimachinery/schema/time.js';
import { setCondition } from '@pilothouse/kinds/definition/set-condition.js';

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
  const running = { type: 'Running', status: 'True', reason: 'StorageVersionMigrationInProgress', message: '' };
  return { ...withCondition(status, running, now), resourceVersion };
}

/** The status at the end of a migration, which has failed if a message is given. The condition `Running` keeps its reason, as in Kubernetes. */
export function finishedStatus(status: Status, failure: string | undefined, now: Date): Status {
  const ended: Condition =
    failure === undefined
      ? { type: 'Succeeded', status: 'True', reason: 'StorageVersionMigrationSucceeded', message: '' }
      : {
          type: 'Failed',
          status: 'True',
          reason: 'StorageVersionMigrationFailed',
          message: failure.slice(0, MAX_MESSAGE),
        };
  const running = status.conditions?.find(({ type }) => type === 'Running');
  const stopped = running === undefined ? status : withCondition(status, { ...running, status: 'False' }, now);
  return withCondition(stopped, ended, now);
}

function withCondition(status: Status, condition: Condition, now: Date): Status {
  const time = timeOfSeconds(Math.floor(now.getTime() / 1000)) ?? '';
  return { ...status, conditions: setCondition(status.conditions ?? [], condition, time) };
}

function isTrue({ conditions = [] }: Status, type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === 'True');
}
