import assert from 'node:assert/strict';
import { array, assert as check, boolean, nat, property, record } from 'fast-check';
import { createLinkedQueue, type Linked } from './linked-queue.js';

interface Item extends Linked<Item> {
  readonly id: number;
}

describe('a linked queue', () => {
  it('has the elements of a Set after any additions and removals', () => {
    const steps = array(record({ id: nat(5), adds: boolean() }), { maxLength: 40 });
    check(
      property(steps, (given) => {
        const items = Array.from({ length: 6 }, (_, id): Item => ({ id, previous: undefined, next: undefined }));
        const queue = createLinkedQueue<Item>();
        const expected = new Set<Item>();
        for (const { id, adds } of given) {
          const item = items[id];
          if (item === undefined || (adds && expected.has(item))) continue;
          if (adds) queue.add(item);
          else assert.equal(queue.remove(item), expected.delete(item));
          if (adds) expected.add(item);
          assert.deepEqual(
            queue.all().map((each) => each.id),
            [...expected].map((each) => each.id),
          );
          assert.equal(queue.size(), expected.size);
          assert.equal(queue.first(), [...expected][0]);
        }
      }),
    );
  });
});
