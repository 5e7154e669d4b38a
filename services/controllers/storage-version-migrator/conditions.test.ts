import assert from 'node:assert/strict';
import type { Condition } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { StorageVersionMigration } from '@pilothouse/apimachinery/generated/storagemigration/v1beta1.js';
import { finishedStatus, isFinished, isRunning, runningStatus } from './conditions.js';

const START = new Date('2026-01-02T03:04:05.678Z');
const END = new Date('2026-01-02T03:05:00Z');
const RUNNING: Condition = {
  type: 'Running',
  status: 'True',
  reason: 'StorageVersionMigrationInProgress',
  message: '',
  lastTransitionTime: '2026-01-02T03:04:05Z',
};
const STOPPED: Condition = { ...RUNNING, status: 'False', lastTransitionTime: '2026-01-02T03:05:00Z' };

const migration = (status: StorageVersionMigration['status']): StorageVersionMigration => ({
  metadata: { name: 'm' },
  spec: { resource: { group: '', resource: 'secrets' } },
  status,
});

describe('the status of a migration', () => {
  const cases: readonly (readonly [
    name: string,
    status: StorageVersionMigration['status'],
    conditions: readonly Condition[],
    state: 'running' | 'finished',
  ])[] = [
    ['begins with Running', runningStatus({}, '5', START), [RUNNING], 'running'],
    [
      'keeps other conditions',
      runningStatus({ conditions: [{ ...STOPPED, type: 'x' }] }, '5', START),
      [{ ...STOPPED, type: 'x' }, RUNNING],
      'running',
    ],
    ['runs again', runningStatus({ conditions: [STOPPED] }, '5', START), [RUNNING], 'running'],
    [
      'ends with Succeeded',
      finishedStatus({ resourceVersion: '5', conditions: [RUNNING] }, undefined, END),
      [STOPPED, { ...STOPPED, type: 'Succeeded', status: 'True', reason: 'StorageVersionMigrationSucceeded' }],
      'finished',
    ],
    [
      'ends with Failed and a message of limited length',
      finishedStatus({ resourceVersion: '5', conditions: [RUNNING] }, 'y'.repeat(9_000), END),
      [
        STOPPED,
        {
          ...STOPPED,
          type: 'Failed',
          status: 'True',
          reason: 'StorageVersionMigrationFailed',
          message: 'y'.repeat(8_192),
        },
      ],
      'finished',
    ],
  ];
  for (const [name, status, conditions, state] of cases) {
    it(name, () => {
      assert.deepEqual(status, { resourceVersion: '5', conditions });
      assert.equal(isRunning(migration(status)), state === 'running');
      assert.equal(isFinished(migration(status)), state === 'finished');
    });
  }
});
