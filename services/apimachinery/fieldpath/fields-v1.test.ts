import assert from 'node:assert/strict';
import { parseJson } from '../json/parse.js';
import { newObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { ApplyError } from './apply-error.js';
import { valueElement } from './element.js';
import { readFieldsV1, writeFieldsV1 } from './fields-v1.js';
import { inOrder } from './order.js';
import { pathTexts } from './path-set.js';

function read(json: string): string {
  return writeJson(writeFieldsV1(readFieldsV1(parseJson(json).value)));
}

describe('FieldsV1', () => {
  const stable = [
    '{}',
    '{"f:a":{}}',
    '{"f:a":{".":{},"f:b":{}}}',
    '{"f:metadata":{"f:labels":{".":{},"f:app.kubernetes.io/name":{}}},"f:spec":{"f:replicas":{}}}',
    '{"f:containers":{"k:{\\"name\\":\\"a\\"}":{".":{},"f:image":{},"f:name":{}}}}',
    '{"f:ports":{"k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}":{".":{}}}}'.replace('{".":{}}', '{}'),
    '{"f:finalizers":{"v:\\"a\\"":{},"v:\\"b\\"":{}}}',
    '{"f:numbers":{"v:9007199254740993":{}}}',
    '{"f:list":{"i:2":{},"i:10":{}}}',
    '{"f::":{},"f:f:a":{},"f:é":{}}',
    '{"k:{\\"name\\":\\"\\\\u003ca\\\\u0026\\"}":{}}',
  ];
  for (const json of stable) it(`round-trips: ${json}`, () => assert.equal(read(json), json));

  const normalised: readonly [what: string, from: string, to: string][] = [
    [
      'members out of order',
      '{"f:b":{},"f:a":{"f:d":{},"f:c":{},".":{}}}',
      '{"f:a":{".":{},"f:c":{},"f:d":{}},"f:b":{}}',
    ],
    [
      'fields, items, values and indices',
      '{"i:1":{},"v:1":{},"k:{\\"a\\":1}":{},"f:z":{}}',
      '{"f:z":{},"k:{\\"a\\":1}":{},"v:1":{},"i:1":{}}',
    ],
    [
      'values of other types',
      '{"v:null":{},"v:true":{},"v:\\"a\\"":{},"v:10":{},"v:9":{}}',
      '{"v:9":{},"v:10":{},"v:\\"a\\"":{},"v:true":{},"v:null":{}}',
    ],
    ['key fields out of order', '{"k:{\\"b\\": 1, \\"a\\": \\"x\\"}":{}}', '{"k:{\\"a\\":\\"x\\",\\"b\\":1}":{}}'],
    [
      'one element in two spellings',
      '{"k:{\\"a\\":1}":{"f:x":{}},"k:{ \\"a\\":1.0}":{"f:y":{}}}',
      '{"k:{\\"a\\":1}":{"f:x":{},"f:y":{}}}',
    ],
    ['a member that is null', '{"f:a":null}', '{"f:a":{}}'],
    ['null', 'null', '{}'],
    ['an index with a sign', '{"i:+07":{}}', '{"i:7":{}}'],
    ['unknown kinds of elements with their children', '{"x:new":{"f:a":{}},"f:b":{"y:z":{}}}', '{"f:b":{}}'],
    ['itself at the root', '{".":{},"f:a":{}}', '{"f:a":{}}'],
  ];
  for (const [what, from, to] of normalised) it(`is normalised: ${what}`, () => assert.equal(read(from), to));

  const refused: readonly [fields: string, message: string][] = [
    ['[]', 'expected an object in FieldsV1'],
    ['"f:a"', 'expected an object in FieldsV1'],
    ['{"f:a":7}', '.a: expected an object in FieldsV1'],
    ['{"f:a":{"k:{\\"name\\":\\"b\\"}":{"f:c":[]}}}', '.a[name="b"].c: expected an object in FieldsV1'],
    ['{"a":{}}', 'key must be 2 characters long: a'],
    ['{"":{}}', 'key must be 2 characters long: '],
    ['{"f:x":{"name":{}}}', '.x: missing colon: name'],
    ['{"i:x":{}}', 'not an index: i:x'],
    ['{"k:7":{}}', 'expected an object of key fields: k:7'],
  ];
  for (const [fields, message] of refused) {
    it(`is rejected if it is not a trie: ${fields}`, () => {
      const attempt = (): unknown => readFieldsV1(parseJson(fields).value);
      assert.throws(
        attempt,
        (error) => error instanceof ApplyError && error.kind === 'fields' && error.message === message,
      );
    });
  }

  for (const key of ['v:', 'v:{', 'k:{"a":1} x', 'k:{"a"}', 'v:"a']) {
    it(`is rejected for an element with invalid JSON: ${key}`, () => {
      const fields = newObject();
      fields[key] = newObject();
      assert.throws(() => readFieldsV1(fields), ApplyError);
    });
  }

  it('ignores a path with only unknown elements', () => {
    assert.deepEqual(pathTexts(readFieldsV1(parseJson('{"f:b":{"y:z":{}}}').value)), ['.b']);
  });

  it('accepts the maximum depth of documents', () => {
    let fields: JsonValue = newObject();
    for (let level = 0; level < 1_000; level++) fields = Object.assign(newObject(), { 'f:a': fields });
    assert.equal(pathTexts(readFieldsV1(fields)).join(), '.a'.repeat(1_000));
    assert.equal(writeJson(writeFieldsV1(readFieldsV1(fields))), writeJson(fields));
  });
});

describe('path elements', () => {
  it('escape characters as Go does', () => {
    assert.equal(valueElement('<\b\\b\f\n"&\u2028é'), 'v:"\\u003c\\u0008\\\\b\\u000c\\n\\"\\u0026\\u2028é"');
  });

  it('are sorted by their UTF-8 bytes', () => {
    assert.deepEqual(inOrder(['f:\u{1f600}', 'f:\uffee', 'f:a', 'f:']), ['f:', 'f:a', 'f:\uffee', 'f:\u{1f600}']);
  });

  it('with several keys are sorted by the first one that differs', () => {
    const keys = [
      'k:{"a":1,"b":"x"}',
      'k:{"a":1}',
      'k:{"a":"1"}',
      'k:{"a":0,"b":"y"}',
      'k:{"a":[1,{"b":2}]}',
      'k:{"a":[1]}',
    ];
    assert.deepEqual(inOrder(keys), [
      'k:{"a":0,"b":"y"}',
      'k:{"a":1}',
      'k:{"a":1,"b":"x"}',
      'k:{"a":"1"}',
      'k:{"a":[1]}',
      'k:{"a":[1,{"b":2}]}',
    ]);
  });

  it('are shown in paths', () => {
    const fields = parseJson('{"f:a":{"k:{\\"n\\":\\"x\\",\\"p\\":80}":{"v:\\"b\\"":{"i:3":{}}}}}').value;
    assert.deepEqual(pathTexts(readFieldsV1(fields)), ['.a[n="x",p=80][="b"][3]']);
  });
});
