import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { readStructural } from '@pilothouse/apimachinery/structural/schema.js';
import { createRules } from './rules.js';
import { ruleShapeProblems } from './shape.js';
import type { RuleResult } from './validator.js';

const rules = createRules();
const PATH = 'schema';

type Properties = Readonly<Record<string, JsonObject>>;

function withRules(properties: Properties, ...list: JsonObject[]): JsonObject {
  return { type: 'object', properties: { ...properties }, 'x-kubernetes-validations': list };
}

function problems(schema: JsonObject): string[] {
  return rules.problems(readStructural(schema), PATH).map(fieldErrorText);
}

function result(schema: JsonObject, value: JsonObject, old?: JsonObject): RuleResult {
  const validate = rules.compile(readStructural(schema));
  assert.ok(validate);
  return validate(value, old, { now: () => 0 });
}

function errors(schema: JsonObject, value: JsonObject, old?: JsonObject): string[] {
  return result(schema, value, old).errors.map(fieldErrorText);
}

const INT = { type: 'integer' };
const TEXT = { type: 'string', maxLength: 10 };

describe('rules in a definition', () => {
  const at = (index: number, field = 'rule'): string => `${PATH}.x-kubernetes-validations[${index}].${field}`;
  const ADVICE =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';
  const told = (rule: string, detail: string, more: Readonly<Record<string, JsonValue>> = {}): string => {
    const written = { Rule: rule, Message: '', MessageExpression: '', Reason: null, FieldPath: '', OptionalOldSelf: null };
    return `Invalid value: ${JSON.stringify({ ...written, ...more })}: ${detail}`;
  };

  const table: readonly (readonly [rule: string, detail: string])[] = [
    ['self.a == 1 && self.y', "compilation failed: ERROR: <input>:1:20: undefined field 'y'\n | self.a == 1 && self.y\n | ...................^"],
    ["self.a == 'x'", "compilation failed: ERROR: <input>:1:8: found no matching overload for '_==_' applied to '(int, string)'\n | self.a == 'x'\n | .......^"],
    ['foo(self.a)', "compilation failed: ERROR: <input>:1:4: undeclared reference to 'foo' (in container '')\n | foo(self.a)\n | ...^"],
    ['self.b.foo()', "compilation failed: ERROR: <input>:1:11: undeclared reference to 'foo' (in container '')\n | self.b.foo()\n | ..........^"],
    ['authorizer != null', "compilation failed: ERROR: <input>:1:1: undeclared reference to 'authorizer' (in container '')\n | authorizer != null\n | ^"],
    ['self.a', 'cel expression must evaluate to a bool'],
    ["self.b.matches('[')", "compilation failed: ERROR: <input>:1:16: invalid matches argument\n | self.b.matches('[')\n | ...............^"],
    ["duration('x') == duration('1s')", "compilation failed: ERROR: <input>:1:10: invalid duration argument\n | duration('x') == duration('1s')\n | .........^"],
    ["[1, 'a'] == []", "compilation failed: ERROR: <input>:1:5: expected type 'int' but found 'string'\n | [1, 'a'] == []\n | ....^"],
    ['self.a.all(x, true)', "compilation failed: ERROR: <input>:1:5: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)\n | self.a.all(x, true)\n | ....^"],
    ["'👑' == self.a", "compilation failed: ERROR: <input>:1:5: found no matching overload for '_==_' applied to '(string, int)'\n | '👑' == self.a\n | .．..^"],
    ['if', 'compilation failed: ERROR: <input>:1:1: reserved identifier: if\n | if\n | ^'],
    ['has(self)', 'compilation failed: ERROR: <input>:1:5: invalid argument to has() macro\n | has(self)\n | ....^'],
    ['self.metadata.labels == {}', "compilation failed: ERROR: <input>:1:14: undefined field 'labels'\n | self.metadata.labels == {}\n | .............^"],
  ];
  for (const [rule, detail] of table) {
    it(`${rule} is refused`, () => {
      assert.deepEqual(problems(withRules({ a: INT, b: TEXT }, { rule })), [`${at(0)}: ${told(rule, detail)}`]);
    });
  }

  it('have messages that are texts', () => {
    const more = { Message: '', MessageExpression: 'self.a' };
    assert.deepEqual(problems(withRules({ a: INT }, { rule: 'true', messageExpression: 'self.a' })), [
      `${at(0, 'messageExpression')}: ${told('true', 'messageExpression must evaluate to a string', more)}`,
    ]);
  });

  it('may not cost too much, alone or together', () => {
    const texts = { type: 'array', items: { type: 'string' } };
    assert.deepEqual(problems(withRules({ a: texts }, { rule: 'self.a.all(x, self.a.all(y, x == y))' })), [
      `${at(0)}: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${ADVICE}`,
      `${at(0)}: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
      `${PATH}: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${ADVICE}`,
    ]);
    assert.deepEqual(problems(withRules({ a: texts }, { rule: "self.a.all(x, x.contains('ab'))" })), [
      `${at(0)}: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${ADVICE}`,
      `${at(0)}: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
      `${PATH}: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${ADVICE}`,
    ]);
    const bounded = { type: 'array', maxItems: 100, items: TEXT };
    assert.deepEqual(problems(withRules({ a: bounded }, { rule: 'self.a.all(x, self.a.all(y, x == y))' })), []);
  });

  it('count as often as their values can be there', () => {
    const item = { ...withRules({ a: INT }, { rule: 'self.a > 0' }), required: ['a'] };
    const list = (bounds: JsonObject): JsonObject => ({ type: 'object', properties: { l: { type: 'array', items: item, ...bounds } } });
    assert.deepEqual(problems(list({})), []);
    const costly = { ...withRules({ a: { type: 'string' } }, { rule: "self.a.contains('ab')" }) };
    const unbounded = { type: 'object', properties: { l: { type: 'array', items: costly } } };
    assert.equal(problems(unbounded).length, 3);
    assert.deepEqual(problems({ type: 'object', properties: { l: { type: 'array', maxItems: 10, items: costly } } }), []);
  });

  it('use old values only where there are some', () => {
    const items = { ...TEXT, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] };
    const field = 'schema.properties[l].items.x-kubernetes-validations[0].rule';
    assert.deepEqual(problems({ type: 'object', properties: { l: { type: 'array', maxItems: 5, items } } }), [
      `${field}: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within schema.properties[l]`,
    ]);
    assert.deepEqual(problems(withRules({ a: INT }, { rule: 'self.a > 1', optionalOldSelf: true })), [
      `${at(0, 'optionalOldSelf')}: Invalid value: true: may not be set if oldSelf is not used in rule`,
    ]);
    assert.deepEqual(problems(withRules({ a: INT }, { rule: 'oldSelf.hasValue() || self.a > 1', optionalOldSelf: true })), []);
  });

  it('have sound texts', () => {
    const schema = readStructural({ type: 'object', properties: { a: { type: 'object', additionalProperties: { type: 'string' } } } });
    const shape = (rule: JsonObject): string[] => {
      const [read] = readStructural({ 'x-kubernetes-validations': [rule] }).validations;
      assert.ok(read);
      return ruleShapeProblems(read, schema, 'r').map(fieldErrorText);
    };
    assert.deepEqual(shape({ rule: ' ' }), ['r.rule: Required value: rule is not specified']);
    assert.deepEqual(shape({ rule: 'true', message: ' ' }), ['r.message: Invalid value: " ": must be non-empty if specified']);
    assert.deepEqual(shape({ rule: 'a\nb' }), ['r.message: Required value: message must be specified if rule contains line breaks']);
    assert.deepEqual(shape({ rule: 'true', fieldPath: '.b' }), ['r.fieldPath: Invalid value: ".b": must be a valid path']);
    assert.deepEqual(shape({ rule: 'true', fieldPath: ".a['x.y']" }), []);
    assert.deepEqual(shape({ rule: 'true', reason: 'X' }), [
      'r.reason: Unsupported value: "X": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
    ]);
  });
});

describe('rules of values', () => {
  it('see fields by their escaped names and types', () => {
    const properties: Properties = {
      'a-b.c/d': INT,
      a__b: INT,
      if: INT,
      time: { type: 'string', format: 'date-time' },
      day: { type: 'string', format: 'date' },
      wait: { type: 'string', format: 'duration' },
      data: { type: 'string', format: 'byte' },
      any: { 'x-kubernetes-int-or-string': true },
      double: { type: 'number' },
      flag: { type: 'boolean', nullable: true },
      embedded: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      map: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: { type: 'object', properties: { k: { type: 'string' }, v: INT } },
      },
      others: { type: 'object', additionalProperties: { type: 'string' } },
    };
    const value: JsonObject = {
      kind: 'K',
      apiVersion: 'v1',
      metadata: { name: 'n', labels: { a: 'b' } },
      'a-b.c/d': 1,
      a__b: 2,
      if: 3,
      time: '2020-01-01T00:00:00Z',
      day: '2020-01-01',
      wait: '1h',
      data: 'YWI=',
      any: 5,
      double: 1,
      flag: null,
      embedded: { kind: 'E', apiVersion: 'v2', metadata: { name: 'e' }, x: 1 },
      set: ['a', 'b'],
      map: [{ k: 'a', v: 1 }, { k: 'b', v: 2 }],
      others: { a: 'x', 'b-c': 'y' },
    };
    const held = [
      'self.a__dash__b__dot__c__slash__d == 1 && self.a__underscores__b == 2 && self.__if__ == 3',
      "self.kind == 'K' && self.apiVersion == 'v1' && self.metadata.name == 'n' && !has(self.metadata.generateName)",
      "self.time == timestamp('2020-01-01T00:00:00Z') && self.day.getFullYear() == 2020 && self.wait == duration('60m')",
      "self.data == b'ab' && type(self.any) == int && self.any == 5 && self.double == 1.0",
      '!has(self.flag) && self.embedded.metadata.name == "e" && self.embedded.kind == "E"',
      "self.set == ['b', 'a'] || self.set == ['a', 'b']",
      "self.set + self.set == self.set && self.map + self.map == self.map",
      "self.others['b-c'] == 'y' && self.others.all(k, self.others[k].size() == 1) && 'a' in self.others",
      'size(self.map) == 2 && self.map.exists(x, x.k == "b" && x.v == 2) && self == self',
    ];
    const schema = withRules(properties, ...held.map((rule) => ({ rule })));
    assert.deepEqual(problems(schema).filter((problem) => !problem.includes('Forbidden')), []);
    assert.deepEqual(errors(schema, value), []);
  });

  it('fail with their messages and reasons', () => {
    const spec = (...list: JsonObject[]): JsonObject => ({
      type: 'object',
      properties: { spec: withRules({ a: INT, l: { type: 'array', items: INT } }, ...list) },
    });
    const value = { spec: { a: 1 } };
    const rule = 'self.a > 1';
    const table: readonly (readonly [JsonObject, string])[] = [
      [{ rule }, 'spec: Invalid value: failed rule: self.a > 1'],
      [{ rule, message: ' too small ' }, 'spec: Invalid value: too small'],
      [{ rule, messageExpression: "'got ' + string(self.a)" }, 'spec: Invalid value: got 1'],
      [{ rule, message: 'm', messageExpression: "string(1 / (self.a - 1))" }, 'spec: Invalid value: m'],
      [{ rule, message: 'm', messageExpression: "'a\\nb'" }, 'spec: Invalid value: m'],
      [{ rule, messageExpression: "' '" }, 'spec: Invalid value: failed rule: self.a > 1'],
      [{ rule, reason: 'FieldValueForbidden' }, 'spec: Forbidden: failed rule: self.a > 1'],
      [{ rule, reason: 'FieldValueRequired', fieldPath: '.l' }, 'spec.l: Required value: failed rule: self.a > 1'],
      [{ rule, reason: 'FieldValueDuplicate' }, 'spec: Duplicate value'],
      [{ rule: 'self.l.size() > 0' }, 'spec: Invalid value: "object": no such key: l evaluating rule: self.l.size() > 0'],
      [{ rule: 'self.a / 0 == 1', message: 'm' }, 'spec: Invalid value: "object": division by zero evaluating rule: m'],
    ];
    for (const [given, text] of table) assert.deepEqual(errors(spec(given), value), [text], JSON.stringify(given));
  });

  it('say which scalar is wrong, and where', () => {
    const positive = { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] };
    const schema = {
      type: 'object',
      properties: { a: positive, l: { type: 'array', items: positive }, m: { type: 'object', additionalProperties: positive } },
    };
    assert.deepEqual(errors(schema, { a: 0, l: [1, -1], m: { 'x.y': -2 } }), [
      'a: Invalid value: 0: failed rule: self > 0',
      'l[1]: Invalid value: -1: failed rule: self > 0',
      'm[x.y]: Invalid value: -2: failed rule: self > 0',
    ]);
  });

  it('at the top have no path, and int-or-string tells of wrong operands', () => {
    const schema = withRules({ a: { 'x-kubernetes-int-or-string': true } }, { rule: 'self.a > 1' });
    assert.deepEqual(errors(schema, { a: 'x' }), [
      `<nil>: Invalid value: "object": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self.a > 1`,
    ]);
  });

  it('compare with old values only on updates', () => {
    const schema = withRules({ a: INT }, { rule: 'self.a >= oldSelf.a' });
    assert.deepEqual(errors(schema, { a: 1 }), []);
    assert.deepEqual(errors(schema, { a: 1 }, { a: 2 }), ['<nil>: Invalid value: failed rule: self.a >= oldSelf.a']);
    const optional = withRules({ a: INT }, { rule: 'oldSelf.hasValue() ? self.a > oldSelf.value().a : self.a > 5', optionalOldSelf: true });
    assert.equal(errors(optional, { a: 1 }).length, 1);
    assert.deepEqual(errors(optional, { a: 6 }), []);
    assert.deepEqual(errors(optional, { a: 3 }, { a: 2 }), []);
  });

  it('find old items of map lists by their keys', () => {
    const items = withRules({ k: { type: 'string' }, v: INT }, { rule: 'self.v >= oldSelf.v' });
    const list = { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], items };
    const schema = { type: 'object', properties: { l: list } };
    const old = { l: [{ k: 'a', v: 1 }, { k: 'b', v: 5 }] };
    assert.deepEqual(errors(schema, { l: [{ k: 'b', v: 4 }, { k: 'a', v: 2 }, { k: 'c', v: 0 }] }, old), [
      'l[0]: Invalid value: failed rule: self.v >= oldSelf.v',
    ]);
  });

  it('only warn where the value did not change', () => {
    const inner = withRules({ a: INT }, { rule: 'self.a > 1' });
    const schema = { type: 'object', properties: { x: inner, y: INT, l: { type: 'array', items: inner } } };
    const old = { x: { a: 0 }, y: 1, l: [{ a: 0 }, { a: 5 }] };
    const unchanged = result(schema, { ...old, y: 2 }, old);
    assert.deepEqual(unchanged.errors, []);
    assert.deepEqual(unchanged.warnings, [
      'x: Invalid value: failed rule: self.a > 1',
      'l[0]: Invalid value: failed rule: self.a > 1',
    ]);
    const changed = result(schema, { x: { a: 1 }, y: 1, l: [{ a: 0 }, { a: 6 }] }, old);
    assert.deepEqual(changed.errors.map(fieldErrorText), [
      'x: Invalid value: failed rule: self.a > 1',
      'l[0]: Invalid value: failed rule: self.a > 1',
    ]);
  });

  it('are nothing where a schema has none', () => {
    assert.equal(rules.compile(readStructural({ type: 'object', properties: { a: INT } })), undefined);
  });
});

describe('rules that cost too much when they run', () => {
  const numbers = { type: 'array', items: INT };
  const value = { l: Array.from({ length: 2_000 }, (_, index) => index) };

  it('end at the limit of a call', () => {
    const rule = 'self.l.all(x, self.l.all(y, x >= 0 || y >= 0))';
    assert.deepEqual(errors(withRules({ l: numbers }, { rule }, { rule: 'false' }), value), [
      `<nil>: Invalid value: "object": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`,
    ]);
  });

  it('end at the budget of the object', () => {
    const rule = 'self.all(x, self.all(y, x >= 0 || y >= 0))';
    const lists = { type: 'array', items: { ...numbers, 'x-kubernetes-validations': [{ rule }] } };
    const row = Array.from({ length: 300 }, () => 1);
    const schema = { type: 'object', properties: { ls: lists } };
    const found = errors(schema, { ls: Array.from({ length: 40 }, () => row) });
    assert.equal(found.length, 1);
    assert.match(
      found[0] ?? '',
      /^ls\[\d+\]: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run$/,
    );
  });

  it('end when the time is over', () => {
    const validate = rules.compile(readStructural(withRules({ l: numbers }, { rule: 'self.l.all(x, self.l.exists(y, x == y))' })));
    assert.ok(validate);
    let time = 0;
    const { errors: found } = validate(value, undefined, { now: () => (time += 100), milliseconds: 300 });
    assert.deepEqual(found.map(fieldErrorText), [
      '<nil>: Invalid value: "object": validation rules may not take longer than 300 ms, no further validation rules will be run',
    ]);
  });
});

describe('hostile rules', () => {
  const refused = (rule: string): string => problems(withRules({ s: { type: 'string' } }, { rule })).join('\n');
  const table: readonly (readonly [name: string, rule: string, message: RegExp])[] = [
    ['parentheses', `${'('.repeat(5_000)}true${')'.repeat(5_000)}`, /expression recursion limit exceeded: 250/],
    ['lists', `${'['.repeat(5_000)}1${']'.repeat(5_000)} == []`, /expression recursion limit exceeded: 250/],
    ['sums', `1${'+1'.repeat(5_000)} > 0`, /expression recursion limit exceeded: 250/],
    ['selections', `self${'.s'.repeat(5_000)} == 1`, /expression recursion limit exceeded: 250/],
    ['a long text', `'${'a'.repeat(100_001)}' == ''`, /expression code point size exceeds limit: size: 100009, limit 100000/],
    ['copies of copies', `optional.of(1)${'.optMap(x, x)'.repeat(60)}.hasValue()`, /expression has more than 200000 parts/],
    ['types of types', `[1]${'.map(y, {y: y})'.repeat(60)} == 1`, /found no matching overload/],
    ['an open text', "'abc", /token recognition error/],
  ];
  for (const [name, rule, message] of table) {
    it(`with ${name} are refused`, () => assert.match(refused(rule), message));
  }

  it('with long chains of && are checked', () => assert.equal(refused(`true${' && true'.repeat(2_000)}`), ''));

  it('cannot double texts without end', () => {
    const doubled = `self.s${'.map'.slice(4)}`;
    const rule = `[${doubled}]${'.map(x, x + x)'.repeat(40)}[0].size() > 0`;
    const found = errors(withRules({ s: { type: 'string' } }, { rule }), { s: 'a'.repeat(1_000) });
    assert.match(found[0] ?? '', /texts may not be longer than 10000000 characters|cost limit exceeded/);
  });

  it('with a pattern that backtracks match in linear time', () => {
    const schema = withRules({ s: { type: 'string' } }, { rule: "!self.s.matches('^(a+)+$')" });
    assert.deepEqual(errors(schema, { s: `${'a'.repeat(2_000)}!` }), []);
  });
});
