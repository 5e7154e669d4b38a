import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import * as fc from 'fast-check';
import { configMaps } from '@pilothouse/kinds/core/config-maps.js';
import { events } from '@pilothouse/kinds/core/events.js';
import { namespaces } from '@pilothouse/kinds/core/namespaces.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { deletionStep, isRemovable, type Deletion } from './termination.js';

const NOW = new Date('2026-01-02T03:04:05Z');
const at = (seconds: number): string => timestamp(new Date(NOW.getTime() + seconds * 1000));

/** Objects with graceful deletion of 30 seconds by default; some never started. */
const graceful: ResourceDefinition = {
  ...configMaps,
  strategy: {
    ...configMaps.strategy,
    gracePeriod: ({ data }, wanted = 30) => (data === 'unborn' ? 0 : wanted),
  },
};

const orphaning: ResourceDefinition = {
  ...configMaps,
  strategy: { ...configMaps.strategy, orphansDependents: {} },
};

const kinds = { plain: configMaps, graceful, orphaning, event: events({}), namespace: namespaces(createDomain()) };

const held = { finalizers: ['a.b/c'] };
const going = marks(30, 20);
const ending = marks(0, -60);

type Outcome = 'removed' | 'nothing' | ObjectMeta;
const table: readonly (readonly [
  kind: keyof typeof kinds,
  state: string,
  live: ObjectMeta & { readonly rest?: object },
  trigger: Deletion,
  next: Outcome,
])[] = [
  ['plain', 'live', {}, {}, 'removed'],
  ['plain', 'live', {}, { gracePeriod: 30 }, 'removed'],
  ['plain', 'live with a finalizer', held, { gracePeriod: 30 }, { ...held, ...marks(0) }],
  ['plain', 'live with a finalizer', { ...held, generation: 3 }, {}, { ...held, ...marks(0), generation: 4 }],
  [
    'plain',
    'terminating with a finalizer',
    { ...held, ...ending, generation: 4 },
    {},
    { ...held, ...ending, generation: 4 },
  ],
  ['plain', 'terminating without finalizers', ending, {}, 'removed'],

  ['graceful', 'live', {}, {}, marks(30)],
  ['graceful', 'live', {}, { gracePeriod: 5 }, marks(5)],
  ['graceful', 'live', {}, { gracePeriod: -7 }, marks(1)],
  ['graceful', 'live', {}, { gracePeriod: 0 }, 'removed'],
  ['graceful', 'live', { rest: { data: 'unborn' } }, { gracePeriod: 5 }, 'removed'],
  ['graceful', 'live with a finalizer', held, { gracePeriod: 0 }, { ...held, ...marks(0) }],
  ['graceful', 'live', { generation: 1 }, {}, { ...marks(30), generation: 2 }],
  ['graceful', 'live', {}, { gracePeriod: Number.MAX_SAFE_INTEGER }, marks(2 ** 31 - 1)],
  ['graceful', 'live', {}, { propagation: 'Orphan' }, { ...marks(30), finalizers: ['orphan'] }],
  ['graceful', 'terminating', going, {}, 'nothing'],
  ['graceful', 'terminating', going, { gracePeriod: 31 }, 'nothing'],
  ['graceful', 'terminating', going, { gracePeriod: 30, propagation: 'Orphan' }, 'nothing'],
  ['graceful', 'terminating', going, { gracePeriod: 25 }, marks(25, 15)],
  ['graceful', 'terminating', going, { gracePeriod: 0 }, 'removed'],
  ['graceful', 'terminating, held', { ...going, ...held }, { gracePeriod: 0 }, { ...held, ...marks(0, -10) }],
  ['graceful', 'expired', ending, { gracePeriod: 5 }, 'removed'],

  ['orphaning', 'live', {}, {}, { ...marks(0), finalizers: ['orphan'] }],
  ['orphaning', 'live', {}, { propagation: 'Background' }, 'removed'],
  [
    'orphaning',
    'live',
    { finalizers: ['foregroundDeletion'] },
    {},
    { ...marks(0), finalizers: ['foregroundDeletion'] },
  ],
  ['orphaning', 'terminating', { ...ending, finalizers: ['orphan'] }, { propagation: 'Background' }, 'removed'],

  ['event', 'live', {}, { propagation: 'Orphan' }, 'removed'],
  ['event', 'live', { finalizers: ['orphan'] }, {}, 'removed'],

  ['namespace', 'live', { rest: content('kubernetes') }, { gracePeriod: 5 }, { deletionTimestamp: at(0) }],
  ['namespace', 'live', { rest: content('kubernetes'), ...held }, {}, { deletionTimestamp: at(0), ...held }],
  ['namespace', 'live and empty', { rest: content() }, {}, 'removed'],
  [
    'namespace',
    'live and empty',
    { rest: content() },
    { propagation: 'Orphan' },
    { deletionTimestamp: at(0), finalizers: ['orphan'] },
  ],
  ['namespace', 'terminating', { rest: content('kubernetes'), deletionTimestamp: at(-9) }, {}, 'nothing'],
  ['namespace', 'empty and terminating', { rest: content(), deletionTimestamp: at(-9) }, {}, 'removed'],
  [
    'namespace',
    'empty and terminating with a finalizer',
    { rest: content(), deletionTimestamp: at(-9), ...held },
    { propagation: 'Foreground' },
    { ...marks(0, -9), finalizers: ['a.b/c', 'foregroundDeletion'] },
  ],
];

/** Metadata of an object with a grace period, and a deletionTimestamp that many seconds from now. */
function marks(deletionGracePeriodSeconds: number, end = deletionGracePeriodSeconds): ObjectMeta {
  return { deletionTimestamp: at(end), deletionGracePeriodSeconds };
}

function content(...finalizers: string[]): object {
  return { spec: { finalizers }, status: {} };
}

function stepOf(definition: ResourceDefinition, live: JsonObject, trigger: Deletion, now = NOW): JsonObject | string {
  const step = deletionStep(definition, live, trigger, now);
  if (step.type === 'write') return step.object;
  return step.type === 'remove' ? 'removed' : 'nothing';
}

describe('a delete', () => {
  for (const [kind, state, { rest, ...metadata }, trigger, next] of table) {
    it(`of an object of the kind ${kind} that is ${state}: ${JSON.stringify(trigger)}`, () => {
      const live = { metadata, ...rest } as JsonObject;
      const before = structuredClone(live);
      const after = stepOf(kinds[kind], live, trigger);
      assert.deepEqual(typeof after === 'string' ? after : { ...metadataOf(after) }, next);
      assert.deepEqual(live, before, 'the input is unchanged');
    });
  }

  it('never extends the grace period, never unsets deletionTimestamp, and removes expired objects without finalizers', () => {
    const trigger = fc.record(
      {
        gracePeriod: fc.nat({ max: 40 }),
        propagation: fc.constantFrom('Orphan' as const, 'Background' as const, 'Foreground' as const),
      },
      { requiredKeys: [] },
    );
    const triggers = fc.array(fc.tuple(trigger, fc.nat({ max: 20 })), { maxLength: 8 });
    const kind = fc.constantFrom(configMaps, graceful);
    fc.assert(
      fc.property(kind, fc.subarray(['a.b/c', 'orphan']), triggers, (definition, finalizers, sequence) => {
        let object: JsonObject = { metadata: { finalizers } };
        let now = NOW.getTime();
        for (const [wanted, pause] of sequence) {
          now += pause * 1000;
          const next = stepOf(definition, object, wanted, new Date(now));
          if (next === 'removed') return !(metadataOf(object).finalizers ?? []).includes('a.b/c');
          if (typeof next === 'string') continue;
          const [was, is] = [metadataOf(object), metadataOf(next)];
          assert.ok(is.deletionTimestamp !== undefined && is.deletionGracePeriodSeconds !== undefined);
          if (was.deletionTimestamp !== undefined) assert.ok(is.deletionTimestamp <= was.deletionTimestamp);
          assert.ok(is.deletionGracePeriodSeconds <= (was.deletionGracePeriodSeconds ?? Infinity));
          assert.equal(isRemovable(definition, next), false);
          object = next;
        }
        return true;
      }),
    );
  });
});
