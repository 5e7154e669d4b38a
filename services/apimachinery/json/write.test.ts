import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { anyJson } from './arbitrary.test.helper.js';
import { parseJson } from './parse.js';
import { deepEqual } from './equal.js';
import { newObject, type JsonObject, type JsonValue } from './value.js';
import { writeJson, writeJsonPretty } from './write.js';

function object(members: Readonly<Record<string, JsonValue>>): JsonObject {
  return Object.assign(newObject(), members);
}

describe('writeJson', () => {
  const cases: [JsonValue, string][] = [
    [null, 'null'],
    [12345678901234567890n, '12345678901234567890'],
    [[1n, 'a\n', -0.5, true], String.raw`[1,"a\n",-0.5,true]`],
    [object({ a: -9007199254740993n, b: object({}), c: [] }), '{"a":-9007199254740993,"b":{},"c":[]}'],
    ['<a href="x">&</a>\u2028', '"<a href=\\"x\\">&</a>\u2028"'],
    [JSON.parse('{"__proto__":1,"b":[]}') as JsonValue, '{"__proto__":1,"b":[]}'],
  ];
  for (const [value, text] of cases) it(`writes ${text}`, () => assert.equal(writeJson(value), text));

  it('omits undefined members', () => {
    const some = { a: undefined, b: 1, c: { d: undefined } } as unknown as JsonObject;
    assert.equal(writeJson(some), '{"b":1,"c":{}}');
    assert.equal(writeJson({ ...some, e: 5n }), '{"b":1,"c":{},"e":5}');
    assert.equal(writeJsonPretty({ ...some, e: 5n }), '{\n  "b": 1,\n  "c": {},\n  "e": 5\n}\n');
  });

  it('round-trips through parseJson', () => {
    fc.assert(
      fc.property(anyJson(), (value) => {
        for (const text of [writeJson(value), writeJsonPretty(value)]) {
          const read = parseJson(new TextEncoder().encode(text));
          assert.ok(deepEqual(read.value, value), text);
          assert.deepEqual(read.duplicates, []);
        }
      }),
    );
  });

  it('writes the same with and without bigints', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const both = [value as JsonValue, 1n];
        const neither = [value as JsonValue, 1];
        assert.equal(writeJson(both), writeJson(neither));
        assert.equal(writeJsonPretty(both), writeJsonPretty(neither));
      }),
    );
  });

  it('writes any depth that parseJson reads', () => {
    const text = `${'[{"a":'.repeat(500)}1${'}]'.repeat(500)}`;
    assert.equal(writeJson(parseJson(text).value), text);
  });
});

describe('writeJsonPretty', () => {
  it('indents by two spaces and ends with a line feed', () => {
    const value = parseJson('{"a":[1,12345678901234567890,{"b":""}],"c":{},"d":[]}').value;
    const text =
      '{\n  "a": [\n    1,\n    12345678901234567890,\n    {\n      "b": ""\n    }\n  ],\n  "c": {},\n  "d": []\n}\n';
    assert.equal(writeJsonPretty(value), text);
  });
});
