import assert from 'node:assert/strict';
import { checkObject } from './check.js';
import { FOREGROUND, ORPHAN, type GraphObject } from './object.js';
import type { Policy } from './object-api.js';
import { orphanDependents } from './orphan.js';
import { blocking, createWorld, DELETED, owner, remaining, thing, things, zone, zones } from './world.test.helper.js';

interface Case {
  readonly name: string;
  readonly objects: readonly GraphObject[];
  readonly deletes?: Readonly<Record<string, Policy>>;
  /** The remaining objects with their owners. */
  readonly leaves: Readonly<Record<string, readonly string[]>>;
  /** The API requests, if they matter. */
  readonly asks?: readonly string[];
  readonly misplaced?: readonly string[];
}

const a = owner('a');
const held = { finalizers: ['x.y/z'] };

const cases: readonly Case[] = [
  { name: 'keeps objects without owners', objects: [thing('a')], leaves: { a: [] }, asks: [] },
  { name: 'keeps objects with an existing owner', objects: [thing('b', [a]), thing('a')], leaves: { a: [], b: ['a'] } },
  {
    name: 'deletes a dependent of a deleted owner, by one request',
    objects: [thing('a'), thing('b', [a])],
    deletes: { a: 'Background' },
    leaves: {},
    asks: ['delete name-b Background'],
  },
  {
    name: 'deletes dependents of an owner that never existed, and looks it up once',
    objects: [thing('b', [a]), thing('c', [a])],
    leaves: {},
    asks: ['get name-a', 'delete name-b Background', 'delete name-c Background'],
  },
  {
    name: 'removes references to absent owners while another owner remains',
    objects: [thing('a'), thing('o'), thing('b', [a, owner('o')])],
    deletes: { a: 'Background' },
    leaves: { o: [], b: ['o'] },
    asks: ['patch name-b owners [o]'],
  },
  {
    name: 'distinguishes owners of the same name by uid',
    objects: [thing('z', [], { name: 'name-a' }), thing('b', [a])],
    leaves: { z: [] },
  },
  {
    name: 'distinguishes owners of the same uid by name',
    objects: [thing('a', [], { name: 'other' }), thing('b', [a])],
    leaves: { a: [] },
  },
  {
    name: 'accepts any version of the owner’s group',
    objects: [thing('a'), thing('b', [owner('a', { apiVersion: 'a.b/v1beta1' })])],
    leaves: { a: [], b: ['a'] },
  },
  {
    name: 'uses the correct reference if dependents disagree about an owner',
    objects: [thing('b', [owner('a', { name: 'wrong' })]), thing('c', [a]), thing('a')],
    leaves: { a: [], c: ['a'] },
  },
  {
    name: 'deletes a dependent with an owner in another namespace, with an event',
    objects: [thing('a', [], { namespace: 'm' }), thing('b', [a])],
    leaves: { a: [] },
    misplaced: ['b names a'],
  },
  {
    name: 'keeps a cluster-scoped dependent of a namespaced owner, with an event',
    objects: [zone('b', [a]), thing('a', [], { namespace: 'm' })],
    deletes: { a: 'Background' },
    leaves: { b: ['a'] },
    misplaced: ['b names a'],
  },
  {
    name: 'accepts a cluster-scoped owner of a namespaced dependent',
    objects: [zone('a'), thing('b', [owner('a', {}, zones)])],
    deletes: { a: 'Background' },
    leaves: {},
    misplaced: [],
  },
  {
    name: 'deletes dependents before their owner in the foreground',
    objects: [thing('a'), thing('b', [owner('a', blocking)]), thing('c', [owner('b', blocking)])],
    deletes: { a: 'Foreground' },
    leaves: {},
    asks: [
      'delete name-b Foreground',
      'delete name-c Background',
      'patch name-b finalizers []',
      'patch name-a finalizers []',
    ],
  },
  {
    name: 'does not wait for dependents without blockOwnerDeletion',
    objects: [thing('a'), thing('b', [a], held)],
    deletes: { a: 'Foreground' },
    leaves: { b: ['a'] },
  },
  {
    name: 'waits for blocking dependents that finalizers hold',
    objects: [thing('a'), thing('b', [owner('a', blocking)], held), thing('c', [owner('a', blocking)])],
    deletes: { a: 'Foreground' },
    leaves: { a: [], b: ['a'] },
  },
  {
    name: 'removes a waiting owner from a dependent with other owners',
    objects: [thing('a'), thing('o'), thing('b', [owner('a', blocking), owner('o')])],
    deletes: { a: 'Foreground' },
    leaves: { o: [], b: ['o'] },
    asks: ['patch name-b owners [o]', 'patch name-a finalizers []'],
  },
  {
    name: 'deletes a cycle in the foreground',
    objects: [thing('a', [owner('b', blocking)]), thing('b', [owner('a', blocking)])],
    deletes: { a: 'Foreground' },
    leaves: {},
  },
  {
    name: 'deletes a cycle whose objects are all deleted in the foreground',
    objects: [
      thing('a', [owner('b', blocking)]),
      thing('b', [owner('c', blocking)]),
      thing('c', [owner('a', blocking)]),
    ],
    deletes: { a: 'Foreground', b: 'Foreground', c: 'Foreground' },
    leaves: {},
  },
  {
    name: 'deletes an object that owns itself in the foreground',
    objects: [thing('a', [owner('a', blocking)])],
    deletes: { a: 'Foreground' },
    leaves: {},
  },
  {
    name: 'keeps a cycle that is not deleted',
    objects: [thing('a', [owner('b')]), thing('b', [a])],
    leaves: { a: ['b'], b: ['a'] },
  },
  {
    name: 'orphans dependents before the owner is removed',
    objects: [thing('a'), thing('o'), thing('b', [a]), thing('c', [a, owner('o')])],
    deletes: { a: 'Orphan' },
    leaves: { o: [], b: [], c: ['o'] },
    asks: ['patch name-b owners []', 'patch name-c owners [o]', 'patch name-a finalizers []'],
  },
  {
    name: 'deletes an object with the orphan finalizer by that policy',
    objects: [thing('a'), thing('b', [a], { finalizers: [ORPHAN] }), thing('c', [owner('b')])],
    deletes: { a: 'Background' },
    leaves: { c: [] },
  },
  {
    name: 'deletes an object with the foreground finalizer by that policy',
    objects: [thing('a'), thing('b', [a], { finalizers: [FOREGROUND] }), thing('c', [owner('b', blocking)], held)],
    deletes: { a: 'Background' },
    leaves: { b: ['a'], c: ['b'] },
  },
  {
    name: 'continues while one object is held',
    objects: [thing('a'), thing('b', [a], held), thing('c', [a]), thing('d', [owner('b')])],
    deletes: { a: 'Background' },
    leaves: { b: ['a'], d: ['b'] },
  },
  {
    name: 'continues deletions that began before its start',
    objects: [
      thing('a', [], { deletionTimestamp: DELETED, finalizers: [FOREGROUND] }),
      thing('b', [owner('a', blocking)]),
      thing('o', [], { deletionTimestamp: DELETED, finalizers: [ORPHAN] }),
      thing('c', [owner('o')]),
    ],
    leaves: { c: [] },
  },
];

describe('garbage collector', () => {
  for (const { name, objects, deletes = {}, leaves, asks, misplaced } of cases) {
    it(name, async () => {
      const world = createWorld();
      for (const object of objects) world.put(object);
      await world.settle();
      for (const [uid, policy] of Object.entries(deletes)) world.delete(uid, policy);
      await world.settle();
      assert.deepEqual(remaining(world.objects), leaves);
      if (asks) assert.deepEqual(world.log, asks);
      if (misplaced) assert.deepEqual(world.misplaced, misplaced);
    });
  }

  it('deletes a dependent that is created after its owner was deleted, without a lookup', async () => {
    const world = createWorld();
    world.put(thing('a'));
    world.put(thing('b', [a]));
    await world.settle();
    world.delete('a', 'Background');
    await world.settle();
    world.put(thing('c', [a]));
    await world.settle();
    assert.deepEqual(remaining(world.objects), {});
    assert.deepEqual(world.log, ['delete name-b Background', 'delete name-c Background']);
  });

  it('deletes a dependent that is created while its owner waits', async () => {
    const world = createWorld();
    world.put(thing('a'));
    world.put(thing('b', [owner('a', blocking)], held));
    await world.settle();
    world.delete('a', 'Foreground');
    await world.settle();
    world.put(thing('c', [owner('a', blocking)]));
    await world.settle();
    assert.deepEqual(remaining(world.objects), { a: [], b: ['a'] });
  });

  it('deletes a dependent that was recreated under the same name', async () => {
    const world = createWorld();
    world.put(thing('b', [a], { name: 'same' }));
    world.put(thing('a'));
    await world.settle();
    world.delete('b', 'Background');
    world.put(thing('c', [a], { name: 'same' }));
    world.delete('a', 'Background');
    await world.settle();
    assert.deepEqual(remaining(world.objects), {});
  });

  it('orphans many dependents', async () => {
    const world = createWorld();
    const uids = Array.from({ length: 50 }, (_, index) => `d${index}`);
    world.put(thing('a'));
    for (const uid of uids) world.put(thing(uid, [a]));
    await world.settle();
    world.delete('a', 'Orphan');
    await world.settle();
    assert.deepEqual(remaining(world.objects), Object.fromEntries(uids.map((uid) => [uid, []])));
  });

  it('removes an object from the graph when the API reports it gone', async () => {
    const { deps } = createWorld();
    deps.graph.observe(thing('b', [a]));
    deps.absent.add({ type: things, namespace: 'n', name: 'name-a' }, 'a');
    await checkObject(deps, 'b');
    assert.equal(deps.graph.get('b'), undefined);
  });

  it('removes no finalizer before all dependents are in the graph', async () => {
    for (const finalizer of [FOREGROUND, ORPHAN]) {
      const { deps, log } = createWorld();
      deps.graph.observe(thing('a', [], { deletionTimestamp: DELETED, finalizers: [finalizer] }));
      deps.graph.observe(thing('b', [a]));
      const blind = { ...deps, hasAllDependents: () => false };
      const step = finalizer === ORPHAN ? orphanDependents : checkObject;
      assert.deepEqual(await step(blind, 'a'), { requeueAfter: 500 });
      // The propagation policy depends on whether it has dependents.
      if (finalizer === FOREGROUND) assert.deepEqual(await checkObject(blind, 'b'), { requeueAfter: 500 });
      assert.deepEqual(log, []);
    }
  });

  it('retries for an unknown kind of an owner, and looks up an owner that no watch has shown', async () => {
    const { deps } = createWorld();
    deps.graph.observe(thing('b', [owner('a', { kind: 'Riddle' })]));
    await assert.rejects(checkObject(deps, 'a'), /a\.b\/v1\/Riddle is not served/);
    const live = { ...deps, api: { ...deps.api, get: async () => ({ uid: 'c' }) } };
    deps.graph.observe(thing('d', [owner('c')]));
    assert.equal(await checkObject(live, 'c'), 'retry');
  });

  it('uses its cache for an owner whose kind is no longer served', async () => {
    const { deps, log } = createWorld();
    const orphan = thing('b', [owner('a', { kind: 'Riddle' })]);
    deps.graph.observe(orphan);
    deps.absent.add({ type: { group: 'a.b', kind: 'Riddle' }, namespace: 'n', name: 'name-a' }, 'a');
    await checkObject({ ...deps, api: { ...deps.api, get: async () => orphan.metadata } }, 'b');
    assert.deepEqual(log, ['delete name-b Background']);
  });
});
