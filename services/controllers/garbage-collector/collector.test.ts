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
  /** What is left, each with its owners. */
  readonly leaves: Readonly<Record<string, readonly string[]>>;
  /** What was asked of the API, where that matters. */
  readonly asks?: readonly string[];
  readonly misplaced?: readonly string[];
}

const a = owner('a');
const held = { finalizers: ['x.y/z'] };

const cases: readonly Case[] = [
  { name: 'leaves alone what has no owner', objects: [thing('a')], leaves: { a: [] }, asks: [] },
  { name: 'leaves alone what has its owner', objects: [thing('b', [a]), thing('a')], leaves: { a: [], b: ['a'] } },
  {
    name: 'deletes what lost its owner, and asks for nothing but that',
    objects: [thing('a'), thing('b', [a])],
    deletes: { a: 'Background' },
    leaves: {},
    asks: ['delete name-b Background'],
  },
  {
    name: 'deletes what never had its owner, which is asked for once',
    objects: [thing('b', [a]), thing('c', [a])],
    leaves: {},
    asks: ['get name-a', 'delete name-b Background', 'delete name-c Background'],
  },
  {
    name: 'takes from an object the owners that are gone, while another remains',
    objects: [thing('a'), thing('o'), thing('b', [a, owner('o')])],
    deletes: { a: 'Background' },
    leaves: { o: [], b: ['o'] },
    asks: ['patch name-b owners [o]'],
  },
  {
    name: 'does not take another object of the same name for the owner',
    objects: [thing('z', [], { name: 'name-a' }), thing('b', [a])],
    leaves: { z: [] },
  },
  {
    name: 'does not take an object of the same uid but another name for the owner',
    objects: [thing('a', [], { name: 'other' }), thing('b', [a])],
    leaves: { a: [] },
  },
  {
    name: 'takes any version of the owner’s group',
    objects: [thing('a'), thing('b', [owner('a', { apiVersion: 'a.b/v1beta1' })])],
    leaves: { a: [], b: ['a'] },
  },
  {
    name: 'believes that owner whose name is right, where dependents disagree about it',
    objects: [thing('b', [owner('a', { name: 'wrong' })]), thing('c', [a]), thing('a')],
    leaves: { a: [], c: ['a'] },
  },
  {
    name: 'deletes what names an owner in another namespace, and tells of it',
    objects: [thing('a', [], { namespace: 'm' }), thing('b', [a])],
    leaves: { a: [] },
    misplaced: ['b names a'],
  },
  {
    name: 'never deletes what is in no namespace and names an owner in one, and tells of it',
    objects: [zone('b', [a]), thing('a', [], { namespace: 'm' })],
    deletes: { a: 'Background' },
    leaves: { b: ['a'] },
    misplaced: ['b names a'],
  },
  {
    name: 'lets what is in no namespace own what is in one',
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
    name: 'does not wait for dependents that do not block',
    objects: [thing('a'), thing('b', [a], held)],
    deletes: { a: 'Foreground' },
    leaves: { b: ['a'] },
  },
  {
    name: 'waits for dependents that block as long as they are held',
    objects: [thing('a'), thing('b', [owner('a', blocking)], held), thing('c', [owner('a', blocking)])],
    deletes: { a: 'Foreground' },
    leaves: { a: [], b: ['a'] },
  },
  {
    name: 'lets a waiting owner go by taking it from a dependent that has others',
    objects: [thing('a'), thing('o'), thing('b', [owner('a', blocking), owner('o')])],
    deletes: { a: 'Foreground' },
    leaves: { o: [], b: ['o'] },
    asks: ['patch name-b owners [o]', 'patch name-a finalizers []'],
  },
  {
    name: 'deletes a circle in the foreground',
    objects: [thing('a', [owner('b', blocking)]), thing('b', [owner('a', blocking)])],
    deletes: { a: 'Foreground' },
    leaves: {},
  },
  {
    name: 'deletes a circle all of which is deleted in the foreground at once',
    objects: [
      thing('a', [owner('b', blocking)]),
      thing('b', [owner('c', blocking)]),
      thing('c', [owner('a', blocking)]),
    ],
    deletes: { a: 'Foreground', b: 'Foreground', c: 'Foreground' },
    leaves: {},
  },
  {
    name: 'deletes what owns itself in the foreground',
    objects: [thing('a', [owner('a', blocking)])],
    deletes: { a: 'Foreground' },
    leaves: {},
  },
  {
    name: 'keeps a circle that nobody deletes',
    objects: [thing('a', [owner('b')]), thing('b', [a])],
    leaves: { a: ['b'], b: ['a'] },
  },
  {
    name: 'sets dependents free, and only then lets their owner go',
    objects: [thing('a'), thing('o'), thing('b', [a]), thing('c', [a, owner('o')])],
    deletes: { a: 'Orphan' },
    leaves: { o: [], b: [], c: ['o'] },
    asks: ['patch name-b owners []', 'patch name-c owners [o]', 'patch name-a finalizers []'],
  },
  {
    name: 'deletes an object that is to orphan its own dependents accordingly',
    objects: [thing('a'), thing('b', [a], { finalizers: [ORPHAN] }), thing('c', [owner('b')])],
    deletes: { a: 'Background' },
    leaves: { c: [] },
  },
  {
    name: 'deletes an object that is to outlive its own dependents accordingly',
    objects: [thing('a'), thing('b', [a], { finalizers: [FOREGROUND] }), thing('c', [owner('b', blocking)], held)],
    deletes: { a: 'Background' },
    leaves: { b: ['a'], c: ['b'] },
  },
  {
    name: 'goes on with the rest where one is held for ever',
    objects: [thing('a'), thing('b', [a], held), thing('c', [a]), thing('d', [owner('b')])],
    deletes: { a: 'Background' },
    leaves: { b: ['a'], d: ['b'] },
  },
  {
    name: 'finds what began while nobody looked',
    objects: [
      thing('a', [], { deletionTimestamp: DELETED, finalizers: [FOREGROUND] }),
      thing('b', [owner('a', blocking)]),
      thing('o', [], { deletionTimestamp: DELETED, finalizers: [ORPHAN] }),
      thing('c', [owner('o')]),
    ],
    leaves: { c: [] },
  },
];

describe('the garbage collector', () => {
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

  it('deletes a dependent that is created after its owner is gone, without a question', async () => {
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

  it('deletes a dependent that comes while its owner waits for others', async () => {
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

  it('deletes a dependent that has been made anew under the same name', async () => {
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

  it('sets ever so many dependents free', async () => {
    const world = createWorld();
    const uids = Array.from({ length: 50 }, (_, index) => `d${index}`);
    world.put(thing('a'));
    for (const uid of uids) world.put(thing(uid, [a]));
    await world.settle();
    world.delete('a', 'Orphan');
    await world.settle();
    assert.deepEqual(remaining(world.objects), Object.fromEntries(uids.map((uid) => [uid, []])));
  });

  it('forgets at once what it finds gone', async () => {
    const { deps } = createWorld();
    deps.graph.observe(thing('b', [a]));
    deps.absent.add({ type: things, namespace: 'n', name: 'name-a' }, 'a');
    await checkObject(deps, 'b');
    assert.equal(deps.graph.get('b'), undefined);
  });

  it('takes no finalizer away before it knows all dependents', async () => {
    for (const finalizer of [FOREGROUND, ORPHAN]) {
      const { deps, log } = createWorld();
      deps.graph.observe(thing('a', [], { deletionTimestamp: DELETED, finalizers: [finalizer] }));
      deps.graph.observe(thing('b', [a]));
      const blind = { ...deps, knowsDependents: () => false };
      const step = finalizer === ORPHAN ? orphanDependents : checkObject;
      assert.deepEqual(await step(blind, 'a'), { againIn: 500 });
      // Whether it has dependents of its own decides how it is deleted.
      if (finalizer === FOREGROUND) assert.deepEqual(await checkObject(blind, 'b'), { againIn: 500 });
      assert.deepEqual(log, []);
    }
  });

  it('tries again where the kind of an owner is not known, and looks for one that has not been seen', async () => {
    const { deps } = createWorld();
    deps.graph.observe(thing('b', [owner('a', { kind: 'Riddle' })]));
    await assert.rejects(checkObject(deps, 'a'), /no a\.b\/v1\/Riddle is served/);
    const live = { ...deps, api: { ...deps.api, get: async () => ({ uid: 'c' }) } };
    deps.graph.observe(thing('d', [owner('c')]));
    assert.equal(await checkObject(live, 'c'), 'retry');
  });

  it('goes by what it knows of an owner whose kind is no longer served', async () => {
    const { deps, log } = createWorld();
    const orphan = thing('b', [owner('a', { kind: 'Riddle' })]);
    deps.graph.observe(orphan);
    deps.absent.add({ type: { group: 'a.b', kind: 'Riddle' }, namespace: 'n', name: 'name-a' }, 'a');
    await checkObject({ ...deps, api: { ...deps.api, get: async () => orphan.metadata } }, 'b');
    assert.deepEqual(log, ['delete name-b Background']);
  });
});
