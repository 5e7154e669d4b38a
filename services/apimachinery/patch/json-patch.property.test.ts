import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { deepEqual } from '../json/equal.js';
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { applyJsonPatch } from './json-patch.js';
import { assertRefused, smallObject, unchanged } from './json.test.helper.js';

/** Operations that transform one value into another, member by member and item by item. */
function operations(from: JsonValue, to: JsonValue, path: string): JsonObject[] {
  if (deepEqual(from, to)) return [];
  if (isObject(from) && isObject(to)) return memberOperations(from, to, path);
  if (Array.isArray(from) && Array.isArray(to)) return itemOperations(from, to, path);
  return [{ op: 'replace', path, value: to }];
}

function memberOperations(from: JsonObject, to: JsonObject, path: string): JsonObject[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key): JsonObject[] => {
    const at = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const [before, after] = [from[key], to[key]];
    if (after === undefined)
      return [
        { op: 'test', path: at, value: before ?? null },
        { op: 'remove', path: at },
      ];
    return before === undefined ? [{ op: 'add', path: at, value: after }] : operations(before, after, at);
  });
}

function itemOperations(from: JsonArray, to: JsonArray, path: string): JsonObject[] {
  const common = Math.min(from.length, to.length);
  const changed = to
    .slice(0, common)
    .flatMap((item, index) => operations(from[index] ?? null, item, `${path}/${index}`));
  const gone = from.slice(common).map((): JsonObject => ({ op: 'remove', path: `${path}/${common}` }));
  const added = to.slice(common).map((value): JsonObject => ({ op: 'add', path: `${path}/-`, value }));
  return [...changed, ...gone, ...added];
}

const document = smallObject({ nulls: true });

describe('properties of JSON patches', () => {
  it('transform any document into any other', () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        const patch = operations(from, to, '');
        const result = unchanged([from, to, patch], () => applyJsonPatch(from, patch));
        assert.ok(deepEqual(result, to), `${writeJson(patch)} gave ${writeJson(result)}`);
      }),
      { numRuns: 1000 },
    );
  });

  it('are rejected when they test for another document', () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        fc.pre(!deepEqual(from, to));
        const patch = [{ op: 'test', path: '', value: to }];
        assertRefused(() => applyJsonPatch(from, patch), 'testFailed', /./);
      }),
    );
  });
});
