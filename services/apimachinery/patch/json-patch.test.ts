import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { deepEqual } from '../json/equal.js';
import { applyJsonPatch } from './json-patch.js';
import { assertJson, assertRefused, json, nested, smallObject, unchanged } from './json.test.helper.js';
import type { PatchErrorKind } from './patch-error.js';

const PROTO = '__proto__';

describe('applyJsonPatch', () => {
  const applied: [name: string, document: string, patch: string, result: string][] = [
    ['an empty patch', '{"a":1}', '[]', '{"a":1}'],
    // The examples of RFC 6902, appendix A.
    ['A.1', '{"foo":"bar"}', '[{"op":"add","path":"/baz","value":"qux"}]', '{"baz":"qux","foo":"bar"}'],
    ['A.2', '{"foo":["bar","baz"]}', '[{"op":"add","path":"/foo/1","value":"qux"}]', '{"foo":["bar","qux","baz"]}'],
    ['A.3', '{"baz":"qux","foo":"bar"}', '[{"op":"remove","path":"/baz"}]', '{"foo":"bar"}'],
    ['A.4', '{"foo":["bar","qux","baz"]}', '[{"op":"remove","path":"/foo/1"}]', '{"foo":["bar","baz"]}'],
    ['A.5', '{"baz":"qux","foo":1}', '[{"op":"replace","path":"/baz","value":"boo"}]', '{"baz":"boo","foo":1}'],
    [
      'A.6',
      '{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}',
      '[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]',
      '{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}',
    ],
    ['A.7', '{"foo":[1,2,3,4]}', '[{"op":"move","from":"/foo/1","path":"/foo/3"}]', '{"foo":[1,3,4,2]}'],
    [
      'A.8',
      '{"baz":"qux","foo":["a",2,"c"]}',
      '[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]',
      '{"baz":"qux","foo":["a",2,"c"]}',
    ],
    ['A.10', '{"foo":"bar"}', '[{"op":"add","path":"/child","value":{"x":{}}}]', '{"foo":"bar","child":{"x":{}}}'],
    ['A.11', '{"foo":1}', '[{"op":"add","path":"/baz","value":2,"xyz":123}]', '{"foo":1,"baz":2}'],
    ['A.14', '{"/":9,"~1":10}', '[{"op":"test","path":"/~01","value":10}]', '{"/":9,"~1":10}'],
    ['A.16', '{"foo":["bar"]}', '[{"op":"add","path":"/foo/-","value":["abc"]}]', '{"foo":["bar",["abc"]]}'],

    ['add replaces an existing member', '{"a":1}', '[{"op":"add","path":"/a","value":null}]', '{"a":null}'],
    ['add at the end of a list', '{"a":[1]}', '[{"op":"add","path":"/a/1","value":2}]', '{"a":[1,2]}'],
    ['add inside of lists', '{"a":[{"b":[]}]}', '[{"op":"add","path":"/a/0/b/-","value":1}]', '{"a":[{"b":[1]}]}'],
    ['add the whole document', '{"a":1}', '[{"op":"add","path":"","value":[1]}]', '[1]'],
    ['replace the whole document', '[]', '[{"op":"replace","path":"","value":{"a":1}}]', '{"a":1}'],
    ['replace an item', '{"a":[1,2]}', '[{"op":"replace","path":"/a/1","value":3}]', '{"a":[1,3]}'],
    ['the empty key', '{"":1}', '[{"op":"replace","path":"/","value":2}]', '{"":2}'],
    ['an escaped slash', '{"a/b":1}', '[{"op":"remove","path":"/a~1b"}]', '{}'],
    ['an escaped tilde', '{"m~n":1}', '[{"op":"remove","path":"/m~0n"}]', '{}'],
    ['digits as a key', '{"0":{"01":1}}', '[{"op":"remove","path":"/0/01"}]', '{"0":{}}'],
    ['a dash as a key', '{}', '[{"op":"add","path":"/-","value":1}]', '{"-":1}'],
    ['a key that objects inherit', '{}', `[{"op":"add","path":"/${PROTO}","value":{"a":1}}]`, `{"${PROTO}":{"a":1}}`],
    ['move to the same place', '{"a":[1,2]}', '[{"op":"move","from":"/a/0","path":"/a/0"}]', '{"a":[1,2]}'],
    ['move to a longer name', '{"a":1}', '[{"op":"move","from":"/a","path":"/ab"}]', '{"ab":1}'],
    ['move over a parent', '{"a":{"b":1}}', '[{"op":"move","from":"/a/b","path":"/a"}]', '{"a":1}'],
    ['copy a null', '{"a":null}', '[{"op":"copy","from":"/a","path":"/b"}]', '{"a":null,"b":null}'],
    ['copy into itself', '{"a":{}}', '[{"op":"copy","from":"/a","path":"/a/b"}]', '{"a":{"b":{}}}'],
    ['copy the whole document', '{"a":1}', '[{"op":"copy","from":"","path":"/b"}]', '{"a":1,"b":{"a":1}}'],
    [
      'a copy is apart from its original',
      '{"a":{"b":[1]}}',
      '[{"op":"add","path":"/a/b/-","value":2},{"op":"copy","from":"/a","path":"/c"},{"op":"add","path":"/a/b/-","value":3}]',
      '{"a":{"b":[1,2,3]},"c":{"b":[1,2]}}',
    ],
    [
      'a later test sees earlier changes',
      '{}',
      '[{"op":"add","path":"/a","value":1},{"op":"test","path":"/a","value":1}]',
      '{"a":1}',
    ],
    [
      'test ignores the order of members',
      '{"a":{"b":1,"c":2}}',
      '[{"op":"test","path":"/a","value":{"c":2,"b":1}}]',
      '{"a":{"b":1,"c":2}}',
    ],
    ['test numbers by value', '{"a":1.0}', '[{"op":"test","path":"/a","value":1}]', '{"a":1}'],
    ['test the whole document', '{"a":[1]}', '[{"op":"test","path":"","value":{"a":[1]}}]', '{"a":[1]}'],
    [
      'test big integers',
      '{"a":18446744073709551615}',
      '[{"op":"test","path":"/a","value":18446744073709551615}]',
      '{"a":18446744073709551615}',
    ],

    // Extensions of Kubernetes beyond the RFC.
    ['remove the last item', '{"a":[1,2,3]}', '[{"op":"remove","path":"/a/-1"}]', '{"a":[1,2]}'],
    ['replace counted from the end', '{"a":[1,2,3]}', '[{"op":"replace","path":"/a/-3","value":0}]', '{"a":[0,2,3]}'],
    ['add counted from the end', '{"a":[1,2]}', '[{"op":"add","path":"/a/-1","value":3}]', '{"a":[1,2,3]}'],
    ['replace an absent member', '{"a":{}}', '[{"op":"replace","path":"/a/b","value":1}]', '{"a":{"b":1}}'],
    ['test that a member is absent', '{}', '[{"op":"test","path":"/a","value":null}]', '{}'],
  ];
  for (const [name, document, patch, result] of applied) {
    it(`applies ${name}: ${patch}`, () => {
      const inputs = [json(document), json(patch)] as const;
      assertJson(
        unchanged(inputs, () => applyJsonPatch(...inputs)),
        result,
      );
    });
  }

  const refused: [kind: PatchErrorKind, document: string, patch: string, message: string | RegExp][] = [
    ['malformed', '{}', '{}', 'a JSON patch must be a list of operations'],
    ['malformed', '{}', 'null', 'a JSON patch must be a list of operations'],
    ['malformed', '{}', '[{"op":"test","path":"","value":{}},1]', 'operation 1 must be an object'],
    ['malformed', '{}', '[{"op":1,"path":"/a"}]', 'operation 0: op must be a string'],
    ['malformed', '{}', '[{"op":"add","path":["a"],"value":1}]', 'operation 0: path must be a string'],
    ['malformed', '{}', '[{"op":"copy","from":{},"path":"/a"}]', 'operation 0: from must be a string'],

    ['notApplicable', '{}', '[{"op":"spam","path":"/a"}]', 'Unexpected kind: spam'],
    ['notApplicable', '{}', '[{"op":"toString","path":"/a"}]', 'Unexpected kind: toString'],
    ['notApplicable', '{}', '[{"path":"/a","value":1}]', 'Unexpected kind: unknown'],
    ['notApplicable', '{}', '[{"op":null,"path":"/a"}]', 'Unexpected kind: unknown'],
    ['notApplicable', '{}', '[{"op":"add","value":1}]', 'add operation failed to decode path: missing value'],
    ['notApplicable', '{}', '[{"op":"move","path":"/a"}]', 'move operation failed to decode from: missing value'],
    ['notApplicable', '{}', '[{"op":"copy","path":"/a","from":null}]', /^copy operation failed to decode from/],
    ['notApplicable', '{"a":1}', '[{"op":"remove","path":"a"}]', /"a" is not a JSON pointer$/],
    ['notApplicable', '{"~":1}', '[{"op":"remove","path":"/~"}]', /"\/~" is not a JSON pointer$/],
    ['notApplicable', '{"~2":1}', '[{"op":"remove","path":"/~2"}]', /"\/~2" is not a JSON pointer$/],
    ['notApplicable', '{}', '[{"op":"add","path":"/a"}]', 'add operation, missing value field: missing value'],
    ['notApplicable', '{}', '[{"op":"replace","path":"/a"}]', /missing value field/],
    ['notApplicable', '{}', '[{"op":"test","path":"/a"}]', /missing value field/],

    // RFC 6902, A.12 and A.15.
    [
      'notApplicable',
      '{"foo":"bar"}',
      '[{"op":"add","path":"/baz/bat","value":"qux"}]',
      'add operation does not apply: doc is missing path: "/baz/bat": missing value',
    ],
    [
      'testFailed',
      '{"/":9,"~1":10}',
      '[{"op":"test","path":"/~01","value":"10"}]',
      'testing value /~01 failed: test failed',
    ],

    [
      'notApplicable',
      '{"a":{}}',
      '[{"op":"remove","path":"/a/b"}]',
      "error in remove for path: '/a/b': Unable to remove nonexistent key: b: missing value",
    ],
    ['notApplicable', '{}', `[{"op":"remove","path":"/${PROTO}"}]`, /nonexistent key/],
    ['notApplicable', '{}', '[{"op":"remove","path":"/toString"}]', /nonexistent key/],
    ['notApplicable', '{}', `[{"op":"add","path":"/${PROTO}/a","value":1}]`, /missing path/],
    ['notApplicable', '{"a":1}', '[{"op":"remove","path":""}]', /missing path/],
    ['notApplicable', '{"a":1}', '[{"op":"add","path":"/a/b","value":1}]', /missing path/],
    ['notApplicable', '{"a":"x"}', '[{"op":"add","path":"/a/0","value":1}]', /missing path/],
    ['notApplicable', '1', '[{"op":"add","path":"/a","value":1}]', /missing path/],
    [
      'notApplicable',
      '{"a":[1]}',
      '[{"op":"add","path":"/a/2","value":1}]',
      "error in add for path: '/a/2': Unable to access invalid index: 2: invalid index referenced",
    ],
    ['notApplicable', '{"a":[1]}', '[{"op":"add","path":"/a/-3","value":1}]', /invalid index: -3/],
    ['notApplicable', '{"a":[1]}', '[{"op":"add","path":"/a/6666666666","value":1}]', /invalid index/],
    ['notApplicable', '{"a":[1]}', '[{"op":"remove","path":"/a/1"}]', /invalid index: 1/],
    ['notApplicable', '{"a":[1]}', '[{"op":"remove","path":"/a/-2"}]', /invalid index: -2/],
    ['notApplicable', '{"a":[1]}', '[{"op":"remove","path":"/a/-"}]', /not a proper array index: '-'/],
    ['notApplicable', '{"a":[1]}', '[{"op":"test","path":"/a/-","value":null}]', /not a proper array index: '-'/],
    [
      'notApplicable',
      '{"a":[1]}',
      '[{"op":"replace","path":"/a/1","value":1}]',
      'replace operation does not apply: doc is missing key: /a/1: missing value',
    ],
    ['notApplicable', '{"a":[1]}', '[{"op":"replace","path":"/a/-","value":1}]', /missing key/],
    ...['00', '1e0', '+0', '', ' 0', 'length', '0x0', '-0'].map((token): [PatchErrorKind, string, string, RegExp] => [
      'notApplicable',
      '{"a":[1,2]}',
      `[{"op":"add","path":"/a/${token}","value":1}]`,
      /index/,
    ]),
    ['notApplicable', '{"a":{"b":1}}', '[{"op":"move","from":"/a","path":"/a/c"}]', /inside of from/],
    ['notApplicable', '{"a":1}', '[{"op":"move","from":"","path":"/a"}]', /inside of from/],
    ['notApplicable', '{}', '[{"op":"move","from":"/a","path":"/b"}]', /^error in move for path: '\/a'/],
    ['notApplicable', '{"a":[1,2]}', '[{"op":"move","from":"/a/0","path":"/a/2"}]', /invalid index: 2/],
    [
      'notApplicable',
      '{}',
      '[{"op":"copy","from":"/a","path":"/b"}]',
      'copy operation does not apply: doc is missing from path: /a: missing value',
    ],
    [
      'notApplicable',
      '{}',
      '[{"op":"test","path":"/a/b","value":null}]',
      'test operation does not apply: is missing path: /a/b: missing value',
    ],
    ['notApplicable', '{"a":[]}', '[{"op":"test","path":"/a/0","value":null}]', /invalid index: 0/],
    ['testFailed', '{}', '[{"op":"test","path":"/a","value":0}]', 'testing value /a failed: test failed'],
    ['testFailed', '{"a":null}', '[{"op":"test","path":"/a","value":0}]', /test failed/],
    ['testFailed', '{"a":1}', '[{"op":"test","path":"/a","value":null}]', /test failed/],
    ['testFailed', '{"a":[1,2]}', '[{"op":"test","path":"/a","value":[2,1]}]', /test failed/],
    ['testFailed', '{"a":{}}', '[{"op":"test","path":"/a","value":[]}]', /test failed/],
    ['testFailed', '{"a":{"b":1}}', '[{"op":"test","path":"/a","value":{"b":1,"c":2}}]', /test failed/],
  ];
  for (const [kind, document, patch, message] of refused) {
    it(`rejects as ${kind} on ${document}: ${patch}`, () => {
      const inputs = [json(document), json(patch)] as const;
      unchanged(inputs, () => assertRefused(() => applyJsonPatch(...inputs), kind, message));
    });
  }

  it('compares a bigint by value', () => {
    const test = (value: JsonValue) => [{ op: 'test', path: '/a', value }];
    assertJson(applyJsonPatch({ a: 5n }, test(5)), '{"a":5}');
    assertRefused(() => applyJsonPatch({ a: 5 }, test(6n)), 'testFailed', /test failed/);
    assertRefused(() => applyJsonPatch({ a: 2 ** 53 }, test(2n ** 53n + 1n)), 'testFailed', /test failed/);
  });

  it('limits the number of operations to 10,000', () => {
    const patch = Array.from({ length: 10_000 }, () => ({ op: 'add', path: '/a/-', value: 1 }));
    const result = applyJsonPatch({ a: [] }, patch);
    assert.ok(isObject(result) && Array.isArray(result['a']) && result['a'].length === 10_000);
    const message = 'The allowed maximum operations in a JSON patch is 10000, got 10001';
    assertRefused(() => applyJsonPatch({ a: [] }, [...patch, { op: 'spam' }]), 'tooLarge', message);
  });

  it('limits the bytes that copies add', () => {
    const doubling = Array.from({ length: 30 }, () => ({ op: 'copy', from: '/a', path: '/a/-' }));
    const message =
      /^Unable to complete the copy, the accumulated size increase of copy is \d+, exceeding the limit 3145728$/;
    assertRefused(() => applyJsonPatch({ a: [] }, doubling), 'notApplicable', message);
    const big = { a: 'ä'.repeat(1024 * 512 - 1) };
    const copies = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ op: 'copy', from: '/a', path: `/${at}` }));
    assert.ok(isObject(applyJsonPatch(big, copies(3))));
    assertRefused(() => applyJsonPatch(big, copies(4)), 'notApplicable', /copy is 4194304, exceeding/);
  });

  it('modifies neither its inputs nor an applied patch', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'c', '0', '1', '-', '-1', 'm~0n', 'a~1b'), { maxLength: 3 });
    const pointer = path.map((tokens) => tokens.map((token) => `/${token}`).join(''));
    const value = fc.oneof(smallObject({ nulls: true }), fc.constantFrom<JsonValue>(1, [1, { a: [] }]));
    const operation = fc.record({
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy'),
      path: pointer,
      from: pointer,
      value,
    });
    fc.assert(
      fc.property(smallObject({ nulls: true }), fc.array(operation, { maxLength: 6 }), (document, operations) => {
        unchanged([document, operations], () => {
          let result: JsonValue = document;
          for (const operation of operations) {
            try {
              result = applyJsonPatch(result, [operation]);
            } catch {
              operations = operations.filter((other) => other !== operation);
            }
          }
          const atOnce = applyJsonPatch(document, operations);
          assert.ok(deepEqual(atOnce, result), `${writeJson(atOnce)} but step by step ${writeJson(result)}`);
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('works at any depth', () => {
    for (const kind of ['object', 'list'] as const) {
      const [document, path] = [nested(10_000, 1, kind), (kind === 'list' ? '/0' : '/a').repeat(10_000)];
      const patch = [
        { op: 'test', path: '', value: nested(10_000, 1, kind) },
        { op: 'replace', path, value: 2 },
        { op: 'test', path: '', value: nested(10_000, 2, kind) },
        { op: 'copy', from: '', path },
      ];
      assert.ok(typeof applyJsonPatch(document, patch) === 'object');
    }
  });
});
