import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { deepEqual } from '../json/equal.js';
import { createMergePatch } from './diff.test.helper.js';
import { assertJson, assertRefused, json, jsonObject, nested, smallObject, unchanged } from './json.test.helper.js';
import { applyMergePatch } from './merge-patch.js';

describe('applyMergePatch', () => {
  const cases: [document: string, patch: string, result: string][] = [
    // RFC 7386, appendix A, where the patch is an object.
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],

    ['{"a":1}', '{}', '{"a":1}'],
    ['{}', '{"a":null}', '{}'],
    ['null', '{"a":{"b":null,"c":1}}', '{"a":{"c":1}}'],
    ['{"a":1}', '{"a":{"b":null}}', '{"a":{}}'],
    ['{"a":[1]}', '{"a":{"b":1}}', '{"a":{"b":1}}'],
    ['{"a":{"b":{"c":1,"d":2},"e":3}}', '{"a":{"b":{"c":null}}}', '{"a":{"b":{"d":2},"e":3}}'],
    ['{"a":[1]}', '{"a":[null,{"b":null}]}', '{"a":[null,{"b":null}]}'],
    ['{}', '{"a":18446744073709551615}', '{"a":18446744073709551615}'],
    ['{"$patch":1}', '{"a":{"$patch":"delete"}}', '{"$patch":1,"a":{"$patch":"delete"}}'],
    ['{}', '{"__proto__":{"a":1},"constructor":2}', '{"__proto__":{"a":1},"constructor":2}'],
    ['{"__proto__":{"a":1,"b":2}}', '{"__proto__":{"a":null}}', '{"__proto__":{"b":2}}'],
  ];
  for (const [document, patch, result] of cases) {
    it(`${document} + ${patch} = ${result}`, () => {
      const inputs = [json(document), json(patch)] as const;
      assertJson(
        unchanged(inputs, () => applyMergePatch(...inputs)),
        result,
      );
    });
  }

  it('ignores inherited members of patches and documents', () => {
    assertJson(applyMergePatch({ a: 1 }, { b: 1 }), '{"a":1,"b":1}');
    assertJson(applyMergePatch(json('{"constructor":1}'), { b: 1 }), '{"constructor":1,"b":1}');
  });

  for (const patch of ['null', '1', '"a"', '["c"]', 'true']) {
    it(`rejects the patch ${patch}`, () => {
      assertRefused(() => applyMergePatch(json('{}'), json(patch)), 'malformed', /^Invalid JSON Patch/);
    });
  }

  it('stores no null of the patch outside lists, and is idempotent', () => {
    fc.assert(
      fc.property(smallObject({ nulls: false }), smallObject({ nulls: true }), (document, patch) => {
        const result = unchanged([document, patch], () => applyMergePatch(document, patch));
        assert.ok(!hasNullMember(result), writeJson(result));
        assert.ok(deepEqual(applyMergePatch(result, patch), result));
      }),
    );
  });

  it('works at any depth', () => {
    const merged = applyMergePatch(nested(10_000, { b: 1 }), nested(10_000, { c: 2 }));
    assert.ok(deepEqual(merged, nested(10_000, { b: 1, c: 2 })));
    assert.ok(isObject(applyMergePatch({}, nested(10_000, null))));
  });
});

function hasNullMember(value: JsonValue): boolean {
  return isObject(value) && Object.values(value).some((member) => member === null || hasNullMember(member));
}

describe('createMergePatch', () => {
  const cases: [from: string, to: string, patch: string][] = [
    ['{"a":1}', '{"a":1}', '{}'],
    ['{"a":1,"b":2}', '{"b":3,"c":4}', '{"a":null,"b":3,"c":4}'],
    ['{"a":{"b":{"c":1,"d":2}}}', '{"a":{"b":{"c":1}}}', '{"a":{"b":{"d":null}}}'],
    ['{"a":{"b":{"c":1}},"e":1}', '{"a":{"b":{"c":1}},"e":2}', '{"e":2}'],
    ['{"a":{"b":1}}', '{"a":{}}', '{"a":{"b":null}}'],
    ['{"a":1}', '{"a":{}}', '{"a":{}}'],
    ['{"a":{"b":1}}', '{"a":[1]}', '{"a":[1]}'],
    ['{"a":[{"b":1},2]}', '{"a":[{"b":1},3]}', '{"a":[{"b":1},3]}'],
    ['{"a":[{"b":1,"c":2}]}', '{"a":[{"c":2,"b":1}]}', '{}'],
    ['{"a":null}', '{"a":1}', '{"a":1}'],
    ['{"__proto__":1}', '{"constructor":1}', '{"__proto__":null,"constructor":1}'],
  ];
  for (const [from, to, patch] of cases) {
    it(`${from} to ${to}: ${patch}`, () => assertJson(createMergePatch(jsonObject(from), jsonObject(to)), patch));
  }

  it('transforms any document into any other without nulls', () => {
    fc.assert(
      fc.property(smallObject({ nulls: true }), smallObject({ nulls: false }), (from, to) => {
        const patch = unchanged([from, to], () => createMergePatch(from, to));
        const result = applyMergePatch(from, patch);
        assert.ok(deepEqual(result, to), `${writeJson(patch)} gave ${writeJson(result)}`);
        assert.equal(writeJson(createMergePatch(to, result)), '{}');
      }),
      { numRuns: 1000 },
    );
  });

  it('works at any depth', () => {
    const [from, to] = [nested(10_000, { b: 1, c: 2 }), nested(10_000, { c: 3 })];
    assert.ok(isObject(from) && isObject(to));
    assert.ok(deepEqual(createMergePatch(from, to), nested(10_000, { b: null, c: 3 })));
  });
});
