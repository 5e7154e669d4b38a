import assert from 'node:assert/strict';
import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import * as fc from 'fast-check';
import type { Policy } from './object-api.js';
import { blocking, createWorld, owner, remaining, thing } from './world.test.helper.js';

describe('garbage collector, for random histories', () => {
  it('leaves the objects that the rules leave, for any order of events', async () => {
    const property = fc.asyncProperty(
      histories,
      chances,
      async (history, chance) => void (await agree(history, chance)),
    );
    await fc.assert(property, { numRuns: 120 });
  });

  it('leaves exactly the objects reachable from roots, without cycles', async () => {
    const property = fc.asyncProperty(histories, chances, async (history, chance) => {
      const objects = history.objects.map((owners, index) => owners.filter(({ of }) => of < index));
      const left = await agree({ ...history, objects }, chance);
      const reached = new Set<string>();
      const visit = (uid: string): void => {
        reached.add(uid);
        for (const [dependent, owners] of left) if (owners.includes(uid) && !reached.has(dependent)) visit(dependent);
      };
      for (const [uid, owners] of left) if (owners.length === 0) visit(uid);
      assert.deepEqual(new Set(left.keys()), reached);
    });
    await fc.assert(property, { numRuns: 80 });
  });
});

/** Objects by number with their owners, which may not exist, then deletions in order. */
interface History {
  readonly objects: readonly (readonly { readonly of: number; readonly blocks: boolean }[])[];
  readonly deletes: readonly { readonly uid: number; readonly policy: Policy }[];
}

const SIZE = 9;
const histories: fc.Arbitrary<History> = fc.record({
  objects: fc.array(
    fc.uniqueArray(fc.record({ of: fc.nat(SIZE), blocks: fc.boolean() }), { maxLength: 3, selector: ({ of }) => of }),
    { minLength: 1, maxLength: SIZE },
  ),
  deletes: fc.array(
    fc.record({ uid: fc.nat(SIZE), policy: fc.constantFrom<Policy>('Background', 'Foreground', 'Orphan') }),
    { maxLength: 4 },
  ),
});

/** Numbers from 0 inclusive to 1 exclusive. */
const chances = fc.infiniteStream(fc.nat(999).map((number) => number / 1000));

type Owners = Map<string, readonly string[]>;

/** Runs a history in the world and by the rules. Returns what both leave. */
async function agree({ objects, deletes }: History, chance: Iterator<number>): Promise<Owners> {
  const world = createWorld(() => Number(chance.next().value));
  const rules: Owners = new Map();
  for (const [index, owners] of objects.entries()) {
    const references = owners.map(({ of, blocks }): OwnerReference => owner(String(of), blocks ? blocking : {}));
    world.put(thing(String(index), references));
    rules.set(
      String(index),
      owners.map(({ of }) => String(of)),
    );
  }
  await world.settle();
  collect(rules);
  for (const { uid, policy } of deletes) {
    world.delete(String(uid), policy);
    await world.settle();
    if (policy === 'Orphan' && rules.has(String(uid))) drop(rules, (each) => each === String(uid));
    rules.delete(String(uid));
    collect(rules);
  }
  assert.deepEqual(remaining(world.objects), Object.fromEntries(rules));
  return rules;
}

/** Repeatedly deletes objects whose owners all do not exist, and removes absent owners. */
function collect(objects: Owners): void {
  for (let size = -1; size !== objects.size;) {
    ({ size } = objects);
    for (const [uid, owners] of objects) {
      if (owners.length > 0 && !owners.some((each) => objects.has(each))) objects.delete(uid);
    }
  }
  drop(objects, (uid) => !objects.has(uid));
}

function drop(objects: Owners, isLost: (uid: string) => boolean): void {
  for (const [uid, owners] of objects) {
    objects.set(
      uid,
      owners.filter((each) => !isLost(each)),
    );
  }
}
