import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Table } from '../api/types.js';
import { ageText } from './age.js';
import { createRows, filterRows, sortRows, type Row } from './rows.js';

const COLUMNS = ['Name', 'Ready', 'Age'].map((name) => ({ name, type: 'string', priority: 0 }));

function table(...names: readonly string[]): Table {
  const rows = names.map((name) => ({ cells: [name, '1/1', '1s'], object: { metadata: { namespace: 'n', name } } }));
  return { kind: 'Table', metadata: {}, columnDefinitions: COLUMNS, rows };
}

const namesOf = (rows: readonly Row[]): unknown[] => rows.map(({ meta }) => meta.name);

describe('the rows of a live table', () => {
  it('are those of a map under any changes, in order', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'a-1', 'a.b', 'z');
    const change = fc.tuple(fc.constantFrom('ADDED', 'MODIFIED', 'DELETED'), name);
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.array(change), (first, changes) => {
        const rows = createRows();
        rows.page(table(...first.toSorted()), true);
        rows.finish();
        const model = new Set<string>(first);
        for (const [type, name] of changes) {
          rows.change(type, table(name), 1);
          if (type === 'DELETED') model.delete(name);
          else model.add(name);
        }
        assert.deepEqual(namesOf(rows.all()), [...model].sort());
      }),
    );
  });

  it('show the pages of the first list at once, and those of a later list at its end', () => {
    const rows = createRows();
    rows.page(table('a', 'b'), true);
    assert.deepEqual(namesOf(rows.all()), ['a', 'b']);
    rows.page(table('c'), false);
    rows.finish();
    rows.page(table('b'), true);
    assert.deepEqual(namesOf(rows.all()), ['a', 'b', 'c']);
    rows.page(table('d'), false);
    rows.finish();
    assert.deepEqual(namesOf(rows.all()), ['b', 'd']);
  });

  it('are filtered by words in cells and labels, and sorted by a column', () => {
    const row = (name: string, ready: string, created: string): Row => ({
      key: name,
      meta: { name, namespace: 'shop', labels: { app: `app-${name}` }, creationTimestamp: created },
      cells: [name, ready, ''],
      changed: 0,
    });
    const rows = [row('a', '10/10', '2026-01-02T00:00:00Z'), row('b', '9/9', '2026-01-01T00:00:00Z')];
    assert.deepEqual(namesOf(filterRows(rows, 'SHOP app=app-b')), ['b']);
    assert.deepEqual(namesOf(filterRows(rows, 'c')), []);
    assert.deepEqual(namesOf(sortRows(rows, COLUMNS, { column: 1, descending: false })), ['b', 'a']);
    assert.deepEqual(namesOf(sortRows(rows, COLUMNS, { column: 2, descending: false })), ['a', 'b']);
    assert.deepEqual(namesOf(sortRows(rows, COLUMNS, { column: 2, descending: true })), ['b', 'a']);
  });
});

describe('an age', () => {
  const start = '2026-01-01T00:00:00Z';
  for (const [seconds, text] of [
    [-5, '0s'],
    [0, '0s'],
    [200, '3m20s'],
    [180_000, '2d2h'],
  ] as const) {
    it(`of ${seconds} s is ${text}`, () => assert.equal(ageText(start, Date.parse(start) + seconds * 1000), text));
  }

  it('is unknown without a time', () => {
    assert.equal(ageText(undefined, 0), '<unknown>');
    assert.equal(ageText('never', 0), '<unknown>');
  });
});
