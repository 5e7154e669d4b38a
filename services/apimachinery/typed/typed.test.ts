import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ApplyError } from '../fieldpath/apply-error.js';
import { readFieldsV1 } from '../fieldpath/fields-v1.js';
import { difference, isEmpty, pathTexts, recursiveDifference, union, type PathSet } from '../fieldpath/path-set.js';
import { deepEqual } from '../json/equal.js';
import { parseJson } from '../json/parse.js';
import { newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { thing } from './arbitrary.test.helper.js';
import { compare } from './compare.js';
import { extractItems } from './extract.test.helper.js';
import { everyPath, fieldSet } from './field-set.js';
import { dropUnknown } from './known.js';
import { merge } from './merge.js';
import { reconcile } from './reconcile.js';
import { removeItems } from './remove.js';
import { THING } from './thing.test.helper.js';
import { compileType, UNTYPED } from './type.js';
import { validate } from './validate.js';

const type = compileType(THING);

function json(text: string): JsonValue {
  return parseJson(text).value;
}

function setOf(text: string): PathSet {
  return fieldSet(type, json(text));
}

describe('dropping unknown fields', () => {
  const cases: readonly [config: string, known: string, ...paths: string[]][] = [
    ['{"nope":1,"value":"x"}', '{"value":"x"}', 'nope'],
    ['{"child":{"nope":{"more":1}}}', '{"child":{}}', 'child.nope'],
    ['{"items":[{"name":"i"},{"name":"j","no":1}],"n":1}', '{"items":[{"name":"i"},{"name":"j"}]}', 'items[1].no', 'n'],
    ['{"things":{"a":{"x":1}},"pair":{"y":1}}', '{"things":{"a":{}},"pair":{}}', 'things.a.x', 'pair.y'],
    ['{"list":[{"x":1}],"lists":[["a"]]}', '{"list":[{}],"lists":[["a"]]}', 'list[0].x'],
    ['{"__proto__":1,"toString":1}', '{}', '__proto__', 'toString'],
    ['{"labels":{"any":"x"},"raw":{"any":{"more":1}}}', '{"labels":{"any":"x"},"raw":{"any":{"more":1}}}'],
    [
      '{"child":7,"items":{"x":1},"labels":["x"],"value":{"x":1}}',
      '{"child":7,"items":{"x":1},"labels":["x"],"value":{"x":1}}',
    ],
  ];
  for (const [config, known, ...paths] of cases) {
    it(`${config}: ${paths.join(', ') || 'none'}`, () => {
      const dropped = dropUnknown(type, json(config) as JsonObject);
      assert.deepEqual([writeJson(dropped.value), dropped.unknown], [known, paths]);
    });
  }

  it('returns the value itself if it has none', () => {
    fc.assert(fc.property(thing('a'), (value) => assert.equal(dropUnknown(type, value).value, value)));
  });
});

describe('validating a config', () => {
  const refused: readonly [config: string, ...messages: string[]][] = [
    ['{"nope":1}', '.nope: field not declared in schema'],
    ['{"child":{"items":[{"name":"i","nope":1}]}}', '.child.items[name="i"].nope: field not declared in schema'],
    ['{"value":7}', '.value: expected string, got 7'],
    ['{"count":"7"}', '.count: expected numeric (int or float), got "7"'],
    ['{"flag":"true"}', '.flag: expected boolean, got "true"'],
    ['{"port":{"x":1}}', '.port: expected any scalar, got map'],
    ['{"port":[1]}', '.port: expected any scalar, got list'],
    ['{"child":"x"}', '.child: expected map, got "x"'],
    ['{"labels":["x"]}', '.labels: expected map, got list'],
    ['{"labels":{"a":{"b":"c"}}}', '.labels.a: expected string, got map'],
    ['{"items":{"name":"i"}}', '.items: expected list, got map'],
    ['{"list":[{"value":7}]}', '.list[0].value: expected string, got 7'],
    ['{"lists":[["a"],["b","b"]]}', '.lists[1]: duplicate entries for key [="b"]'],
    ['{"pair":{"left":1}}', '.pair.left: expected string, got 1'],
    ['{"atoms":{"a":1}}', '.atoms.a: expected string, got 1'],
    ['{"set":["a","b","a"]}', '.set: duplicate entries for key [="a"]'],
    ['{"numbers":[1,1.0]}', '.numbers: duplicate entries for key [=1]'],
    ['{"numbers":[9007199254740993,9007199254740993]}', '.numbers: duplicate entries for key [=9007199254740993]'],
    ['{"items":[{"name":"i"},{"name":"i"}]}', '.items: duplicate entries for key [name="i"]'],
    ['{"ports":[{"port":1},{"port":1,"protocol":"TCP"}]}', '.ports: duplicate entries for key [port=1,protocol="TCP"]'],
    [
      '{"items":[{"value":"a"}]}',
      `.items: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn't have default values for any key fields)`,
    ],
    ['{"items":[null]}', '.items: element 0: associative list with keys may not have a null element'],
    ['{"items":["i"]}', '.items: element 0: associative list with keys may not have non-map elements'],
    ['{"set":[null]}', ".set: element 0: associative list without keys has an element that's an explicit null"],
    ['{"set":[["a"]]}', '.set: element 0: not supported: associative list with lists as elements'],
    ['{"set":[{}]}', ".set: element 0: associative list without keys has an element that's a map type"],
    [
      '{"items":[{"name":"i","items":[{"name":"j","count":[]}]}]}',
      '.items[name="i"].items[name="j"].count: expected numeric (int or float), got list',
    ],
    ['{"value":7,"count":true}', '.value: expected string, got 7', '.count: expected numeric (int or float), got true'],
    ['[]', 'expected map, got list'],
    ['"x"', 'expected map, got "x"'],
  ];
  for (const [config, ...messages] of refused) {
    it(`rejects ${config}`, () => {
      const message = messages.length === 1 ? messages[0] : ['errors:', ...messages].join('\n  ');
      assert.throws(
        () => validate(type, json(config)),
        (error) => {
          assert.ok(error instanceof ApplyError && error.kind === 'value');
          assert.equal(error.message, message);
          return true;
        },
      );
    });
  }

  const allowed = [
    '{}',
    'null',
    '{"child":null,"items":null,"value":null,"labels":{"a":null}}',
    '{"raw":{"a":[{"name":"i"},{"name":"i"},null,7]}}',
    '{"ports":[{"protocol":"UDP"},{"port":1}]}',
    '{"list":[{"name":"i"},{"name":"i"}]}',
    '{"port":"x","count":1.5}',
  ];
  for (const config of allowed) it(`allows ${config}`, () => validate(type, json(config)));

  it('reports errors at any depth', () => {
    for (const kind of ['items', 'list']) {
      let value: JsonValue = json('{"name":"i","value":7}');
      for (let level = 0; level < 300; level++) value = Object.assign(newObject(), { name: 'i', [kind]: [value] });
      assert.throws(() => validate(type, value), /value: expected string, got 7$/);
    }
  });

  it('accepts everything in untyped JSON', () => {
    fc.assert(fc.property(thing('a'), (value) => validate(UNTYPED, value)));
  });
});

describe('the fields of a config', () => {
  const cases: readonly [config: string, ...paths: string[]][] = [
    ['{"value":"a","child":{"count":1}}', '.value', '.child.count'],
    ['{"child":{}}', '.child'],
    ['{"child":null,"set":null}', '.child', '.set'],
    ['{"set":[],"items":[]}'],
    ['{"list":[]}', '.list'],
    ['{"labels":{"a":"1"},"things":{"k":{}}}', '.labels.a', '.things.k'],
    ['{"set":["a"],"numbers":[1]}', '.numbers[=1]', '.set[="a"]'],
    ['{"pair":{"left":"a"},"atoms":{}}', '.atoms', '.pair'],
    ['{"raw":{"a":{"b":[{"c":1}]}}}', '.raw.a', '.raw.a.b'],
    ['{"set":["a","a"]}', '.set[="a"]'],
  ];
  for (const [config, ...paths] of cases) {
    it(`of ${config} are ${paths.join(' ') || 'none'}`, () =>
      assert.deepEqual(pathTexts(setOf(config)).sort(), paths.sort()));
  }
});

describe('merging lists', () => {
  const cases: readonly [live: string, config: string, merged: string][] = [
    ['', 'ab', 'ab'],
    ['abc', '', 'abc'],
    ['abc', 'ab', 'abc'],
    ['ab', 'ba', 'ba'],
    ['abc', 'de', 'abcde'],
    ['abc', 'cd', 'abcd'],
    ['abcz', 'cd', 'abczd'],
    ['cde', 'ace', 'acde'],
    ['abxy', 'dxy', 'abdxy'],
    ['cagf', 'cfag', 'cfag'],
    ['abcd', 'dea', 'bcdea'],
    ['aab', 'a', 'ab'],
    ['aab', 'c', 'aabc'],
    ['aab', 'ac', 'acb'],
    ['abx', 'anb', 'anbx'],
  ];
  for (const [live, config, merged] of cases) {
    it(`${live || 'nothing'} and ${config || 'nothing'} gives ${merged}`, () => {
      const result = merge(type, { set: live.split('') }, { set: config.split('') });
      assert.equal(writeJson(result), writeJson({ set: merged.split('') }));
      const keyed = (texts: string): JsonValue => ({ items: texts.split('').map((name) => ({ name })) });
      assert.equal(writeJson(merge(type, keyed(live), keyed(config))), writeJson(keyed(merged)));
    });
  }
});

describe('removing fields', () => {
  const cases: readonly [value: string, fields: JsonObject, rest: string][] = [
    ['{"value":"a","count":1}', { 'f:value': {} }, '{"count":1}'],
    ['{"labels":{"a":"1"}}', { 'f:labels': { 'f:a': {} } }, '{"labels":{}}'],
    ['{"labels":{"a":"1"}}', { 'f:labels': {} }, '{}'],
    ['{"set":["a","b"]}', { 'f:set': { 'v:"a"': {} } }, '{"set":["b"]}'],
    ['{"list":[{"name":"i"}]}', { 'f:list': { 'i:0': {} } }, '{"list":[{"name":"i"}]}'],
    ['{"pair":{"left":"a"}}', { 'f:pair': { 'f:left': {} } }, '{"pair":{"left":"a"}}'],
    [
      '{"items":[{"name":"i","value":"a"}]}',
      { 'f:items': { 'k:{"name":"i"}': { 'f:name': {}, 'f:value': {} } } },
      '{"items":[{"name":"i"}]}',
    ],
    [
      '{"ports":[{"port":1,"protocol":"TCP"}]}',
      { 'f:ports': { 'k:{"port":1,"protocol":"TCP"}': { 'f:protocol': {} } } },
      '{"ports":[{"port":1}]}',
    ],
    [
      '{"ports":[{"port":1,"protocol":"UDP"}]}',
      { 'f:ports': { 'k:{"port":1,"protocol":"UDP"}': { 'f:protocol': {} } } },
      '{"ports":[{"port":1,"protocol":"UDP"}]}',
    ],
  ];
  for (const [value, fields, rest] of cases) {
    it(`${writeJson(fields)} from ${value} leaves ${rest}`, () => {
      assert.equal(writeJson(removeItems(type, json(value), readFieldsV1(fields))), rest);
    });
  }
});

describe('comparing lists with duplicate items', () => {
  const item = (value: string): string => `{"name":"i","value":"${value}"}`;
  const path = '.items[name="i"]';
  const cases: readonly [before: string[], after: string[], removed: string, modified: string, added: string][] = [
    [['a', 'b'], ['a', 'b'], '', '', ''],
    [['a', 'b'], ['a', 'c'], '', path, ''],
    [['a', 'b'], ['c', 'b', 'a'], '', path, ''],
    [['a', 'b'], [], path, '', ''],
    [['a', 'b'], ['a'], path, '', `${path} ${path}.name ${path}.value`],
    [['a'], ['a', 'b'], `${path} ${path}.name ${path}.value`, '', path],
  ];
  for (const [before, after, ...expected] of cases) {
    it(`[${before.join()}] and [${after.join()}]`, () => {
      const items = (values: readonly string[]): JsonValue => json(`{"items":[${values.map(item).join()}]}`);
      const { removed, modified, added } = compare(type, items(before), items(after));
      assert.deepEqual(
        [removed, modified, added].map((set) => pathTexts(set).join(' ')),
        expected,
      );
    });
  }
});

describe('extracting fields', () => {
  const cases: readonly [value: string, fields: JsonObject, part: string][] = [
    ['{"value":"a","count":1}', { 'f:value': {} }, '{"value":"a"}'],
    ['{"child":{"value":"a","count":1},"set":["a"]}', { 'f:child': { 'f:count': {} } }, '{"child":{"count":1}}'],
    [
      '{"items":[{"name":"i","value":"a","count":1},{"name":"j"}]}',
      { 'f:items': { 'k:{"name":"i"}': { 'f:value': {} } } },
      '{"items":[{"name":"i","value":"a"}]}',
    ],
    ['{"list":[1,2],"pair":{"left":"a"}}', { 'f:list': {}, 'f:pair': {} }, '{"list":[1,2],"pair":{"left":"a"}}'],
    ['{"set":["a","b"]}', { 'f:set': {} }, '{"set":["a","b"]}'],
    ['{"set":["a","b"]}', { 'f:set': { 'v:"b"': {} } }, '{"set":["b"]}'],
    ['{"value":"a"}', { 'f:count': {} }, '{}'],
  ];
  for (const [value, fields, part] of cases) {
    it(`${writeJson(fields)} from ${value} gives ${part}`, () => {
      assert.equal(writeJson(extractItems(type, json(value), readFieldsV1(fields))), part);
    });
  }
});

describe('properties of typed values', () => {
  const both = (check: (a: JsonValue, b: JsonValue) => void): void =>
    fc.assert(fc.property(thing('a'), thing('b'), check), { numRuns: 100 });

  it('merge idempotently', () =>
    both((a, b) => {
      const merged = merge(type, a, b);
      assert.equal(merge(type, merged, b), merged);
      assert.equal(merge(type, a, a), a);
    }));

  it('contain all fields of a merged config', () =>
    both((a, b) => {
      const merged = everyPath(type, merge(type, a, b));
      assert.deepEqual(pathTexts(difference(fieldSet(type, b), merged)), []);
      assert.deepEqual(pathTexts(compare(type, merge(type, a, b), merge(type, merge(type, a, b), b)).modified), []);
    }));

  it('lose nothing in a merge', () =>
    both((a, b) => {
      // Except untyped JSON replaced by a scalar.
      const { removed, modified } = compare(type, a, merge(type, a, b));
      assert.deepEqual(pathTexts(recursiveDifference(removed, modified)), []);
    }));

  it('differ symmetrically', () =>
    both((a, b) => {
      const there = compare(type, a, b);
      const back = compare(type, b, a);
      assert.deepEqual(pathTexts(there.added), pathTexts(back.removed));
      assert.deepEqual(pathTexts(there.modified), pathTexts(back.modified));
      const isSame = isEmpty(union(union(there.added, there.removed), there.modified));
      if (deepEqual(a, b)) assert.ok(isSame);
    }));

  it('consist of the extracted and the remaining part', () =>
    both((a, b) => {
      const set = fieldSet(type, b);
      const rest = removeItems(type, a, set);
      const part = extractItems(type, a, set);
      const gone = compare(type, a, rest);
      assert.deepEqual(pathTexts(union(gone.added, gone.modified)), []);
      assert.deepEqual(pathTexts(difference(compare(type, a, part).removed, everyPath(type, a))), []);
      assert.equal(merge(type, a, part), a);
    }));

  it('equal the extraction of all their fields', () =>
    both((a) => {
      const set = fieldSet(type, a);
      assert.deepEqual(pathTexts(fieldSet(type, extractItems(type, a, set))), pathTexts(set));
    }));

  it('have stable sets while their type is the same', () =>
    both((a) => {
      const set = fieldSet(type, a);
      assert.equal(reconcile(type, set), set);
    }));
});
