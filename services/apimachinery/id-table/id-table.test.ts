import assert from 'node:assert/strict';
import { array, assert as check, boolean, nat, property, record } from 'fast-check';
import { createIdTable, type Numbered } from './id-table.js';

describe('a table of numbered values', () => {
  const steps = array(record({ id: nat(200), adds: boolean() }), { maxLength: 400 });

  it('has the values of a Map after any additions and removals', () => {
    check(
      property(steps, (given) => {
        const table = createIdTable<Numbered>();
        const expected = new Map<number, Numbered>();
        for (const { id, adds } of given) {
          if (adds && !expected.has(id)) {
            const value = { id };
            table.add(value);
            expected.set(id, value);
          } else if (!adds) {
            assert.equal(table.delete(id), expected.delete(id));
          }
        }
        assert.equal(table.size(), expected.size);
        for (let id = 0; id <= 200; id++) assert.equal(table.get(id), expected.get(id));
        const byId = (a: Numbered, b: Numbered): number => a.id - b.id;
        assert.deepEqual(table.all().sort(byId), [...expected.values()].sort(byId));
      }),
    );
  });

  it('has values with the largest numbers', () => {
    const table = createIdTable<Numbered>();
    const ids = [2 ** 31 - 1, 2 ** 31 - 3, 1, 2 ** 40 + 1];
    for (const id of ids) table.add({ id });
    assert.deepEqual(
      ids.map((id) => table.get(id)?.id),
      ids,
    );
  });
});
