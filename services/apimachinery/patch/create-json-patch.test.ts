import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { deepEqual } from '../json/equal.js';
import { writeJson } from '../json/write.js';
import { createJsonPatch } from './create-json-patch.js';
import { applyJsonPatch } from './json-patch.js';
import { smallObject, unchanged } from './json.test.helper.js';

const document = smallObject({ nulls: true });

describe('the JSON patch between two objects', () => {
  it('transforms the first object into the second', () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        const patch = unchanged([from, to], () => createJsonPatch(from, to));
        assert.ok(deepEqual(applyJsonPatch(from, patch), to), writeJson(patch));
      }),
    );
  });

  it('is empty exactly for equal objects', () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        assert.equal(createJsonPatch(from, to).length === 0, deepEqual(from, to));
      }),
    );
  });

  it('adds, removes and replaces members, and replaces whole lists', () => {
    const from = { a: { 'x/y~': 1, gone: true, same: [1] }, list: [1, 2] };
    const to = { a: { 'x/y~': 2, same: [1], more: null }, list: [1] };
    assert.deepEqual(JSON.parse(writeJson(createJsonPatch(from, to))), [
      { op: 'replace', path: '/list', value: [1] },
      { op: 'remove', path: '/a/gone' },
      { op: 'replace', path: '/a/x~1y~0', value: 2 },
      { op: 'add', path: '/a/more', value: null },
    ]);
  });
});
