import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isObject, newObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { writeJson } from '../../json/write.js';
import { deepEqual } from '../../json/equal.js';
import { assertRefused, jsonObject, nested, unchanged } from '../json.test.helper.js';
import { applyMergePatch } from '../merge-patch.js';
import { PatchError } from '../patch-error.js';
import { applyStrategicMergePatch } from './apply.js';
import { isDirective } from './directives.js';
import { ITEM, items } from './fixture.test.helper.js';

function hasDirective(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasDirective);
  return isObject(value) && Object.entries(value).some(([key, member]) => isDirective(key) || hasDirective(member));
}

function hasNull(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasNull);
  return value === null || (isObject(value) && Object.values(value).some(hasNull));
}

const document = items({ nulls: false, directives: false });

describe('properties of strategic merge patches', () => {
  it('merging a document into itself changes nothing', () => {
    fc.assert(
      fc.property(document, (value) => {
        assert.equal(writeJson(applyStrategicMergePatch(value, value, ITEM)), writeJson(value));
      }),
      { numRuns: 500 },
    );
  });

  it('a patch without directives is idempotent', () => {
    fc.assert(
      fc.property(document, items({ nulls: true, directives: false }), (value, patch) => {
        const once = applyStrategicMergePatch(value, patch, ITEM);
        assert.equal(writeJson(applyStrategicMergePatch(once, patch, ITEM)), writeJson(once));
      }),
      { numRuns: 500 },
    );
  });

  it('stores no directive and no null, and does not modify its inputs', () => {
    let applied = 0;
    fc.assert(
      fc.property(document, items({ nulls: true, directives: true }), (value, patch) => {
        unchanged([value, patch], () => {
          try {
            const result = applyStrategicMergePatch(value, patch, ITEM);
            assert.ok(!hasDirective(result) && !hasNull(result), writeJson(result));
            applied++;
          } catch (error) {
            assert.ok(error instanceof PatchError, String(error));
          }
        });
      }),
      { numRuns: 2000 },
    );
    assert.ok(applied > 400, `only ${applied} of the patches applied`);
  });

  it('equals a JSON merge patch if no list is merged', () => {
    const plain = (value: JsonObject): JsonObject =>
      jsonObject(writeJson(value).replaceAll(/"(?:merged|set)":/g, '"atomic":'));
    fc.assert(
      fc.property(document, items({ nulls: true, directives: false }), (value, patch) => {
        const [from, change] = [plain(value), plain(patch)];
        const expected = applyMergePatch(from, change);
        const actual = applyStrategicMergePatch(from, change, ITEM);
        assert.ok(deepEqual(withoutNulls(actual), withoutNulls(expected)), writeJson(actual));
      }),
      { numRuns: 500 },
    );
  });

  it('rejects merges beyond the maximum depth, and accepts any depth elsewhere', () => {
    const wrap = (raw: JsonValue): JsonObject => Object.assign(newObject(), { raw });
    const deep = wrap(nested(10_000, 1));
    assertRefused(() => applyStrategicMergePatch(deep, deep, ITEM), 'malformed', /^exceeded max depth/);
    assert.ok(deepEqual(applyStrategicMergePatch({}, deep, ITEM), deep));
    assert.ok(
      deepEqual(applyStrategicMergePatch(deep, wrap(nested(900, { b: 1 })), ITEM)['raw'] ?? null, withB(10_000, 900)),
    );
    const order = { '$setElementOrder/merged': [nested(10_000, 1)], merged: [nested(10_000, 1, 'list')] };
    assert.throws(() => applyStrategicMergePatch({}, order, ITEM), PatchError);
  });

  it('merges long lists in linear time', () => {
    const list = (step: number) => Array.from({ length: 20_000 }, (_, index) => ({ name: `n${index * step}` }));
    const patch = { merged: list(2), '$setElementOrder/merged': list(2) };
    const { merged } = applyStrategicMergePatch({ merged: list(1) }, patch, ITEM);
    assert.ok(Array.isArray(merged) && merged.length === 30_000);
  });
});

function withB(levels: number, at: number): JsonValue {
  const inner = nested(levels - at, 1);
  return nested(at, isObject(inner) ? { ...inner, b: 1 } : inner);
}

/** Removes nulls inside lists, on which both kinds of patch differ. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member)]));
}
