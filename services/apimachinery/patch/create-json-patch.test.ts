import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { deepEqual } from '../json/equal.js';
import { writeJson } from '../json/write.js';
import { createJsonPatch } from './create-json-patch.js';
import { applyJsonPatch } from './json-patch.js';
import { smallObject, unchanged } from './json.test.helper.js';

const document = smallObject({ nulls: true });

describe('the JSON patch between two objects', () => {
  it('turns the one into the other', () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        const patch = unchanged([from, to], () => createJsonPatch(from, to));
        assert.ok(deepEqual(applyJsonPatch(from, patch), to), writeJson(patch));
      }),
    );
  });

  it('is empty between equal ones, and only then', () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        assert.equal(createJsonPatch(from, to).length === 0, deepEqual(from, to));
      }),
    );
  });

  it('says what is added, removed and replaced, lists as a whole', () => {
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
