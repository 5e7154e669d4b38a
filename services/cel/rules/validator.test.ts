import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { fieldErrorText, invalid, required } from '@pilothouse/apimachinery/status/field-error.js';
import { readStructural } from '@pilothouse/apimachinery/structural/schema.js';
import { blockingError } from './blocking.js';
import { errors, INT, problems, result, rules, withRules, type Properties } from './rules.test.helper.js';

describe('validation rules', () => {
  it('access fields by escaped names and types', () => {
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
      embedded: {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
      },
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
      map: [
        { k: 'a', v: 1 },
        { k: 'b', v: 2 },
      ],
      others: { a: 'x', 'b-c': 'y' },
    };
    const held = [
      'self.a__dash__b__dot__c__slash__d == 1 && self.a__underscores__b == 2 && self.__if__ == 3 && self.if == 3',
      "self.kind == 'K' && self.apiVersion == 'v1' && self.metadata.name == 'n' && !has(self.metadata.generateName)",
      "self.time == timestamp('2020-01-01T00:00:00Z') && self.day.getFullYear() == 2020 && self.wait == duration('60m')",
      "self.data == b'ab' && type(self.any) == int && self.any == 5 && self.double == 1.0",
      '!has(self.flag) && self.embedded.metadata.name == "e" && self.embedded.kind == "E"',
      "self.set == ['b', 'a'] && self.set + ['b', 'c'] == ['a', 'b', 'c'] && self.set != ['a', 'c']",
      'self.map == [self.map[1], self.map[0]] && self.map + [self.map[0]] == self.map',
      "string(self.time) == '2020-01-01T00:00:00Z' && string(timestamp('2020-01-01T00:00:00+01:30')).endsWith('+01:30')",
      'self.set + self.set == self.set && self.map + self.map == self.map',
      "self.others['b-c'] == 'y' && self.others.all(k, self.others[k].size() == 1) && 'a' in self.others",
      'size(self.map) == 2 && self.map.exists(x, x.k == "b" && x.v == 2) && self == self',
    ];
    const schema = withRules(properties, ...held.map((rule) => ({ rule })));
    assert.deepEqual(
      problems(schema).filter((problem) => !problem.includes('Forbidden')),
      [],
    );
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
      [{ rule, message: 'm', messageExpression: 'string(1 / (self.a - 1))' }, 'spec: Invalid value: m'],
      [{ rule, message: 'm', messageExpression: "'a\\nb'" }, 'spec: Invalid value: m'],
      [{ rule, messageExpression: "' '" }, 'spec: Invalid value: failed rule: self.a > 1'],
      [{ rule, reason: 'FieldValueForbidden' }, 'spec: Forbidden: failed rule: self.a > 1'],
      [{ rule, reason: 'FieldValueRequired', fieldPath: '.l' }, 'spec.l: Required value: failed rule: self.a > 1'],
      [{ rule, reason: 'FieldValueDuplicate' }, 'spec: Duplicate value'],
      [
        { rule: 'self.l.size() > 0' },
        'spec: Invalid value: "object": no such key: l evaluating rule: self.l.size() > 0',
      ],
      [{ rule: 'self.a / 0 == 1', message: 'm' }, 'spec: Invalid value: "object": division by zero evaluating rule: m'],
    ];
    for (const [given, text] of table) assert.deepEqual(errors(spec(given), value), [text], JSON.stringify(given));
  });

  it('report invalid scalars with their paths', () => {
    const positive = { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] };
    const schema = {
      type: 'object',
      properties: {
        a: positive,
        l: { type: 'array', items: positive },
        m: { type: 'object', additionalProperties: positive },
      },
    };
    assert.deepEqual(errors(schema, { a: 0, l: [1, -1], m: { 'x.y': -2 } }), [
      'a: Invalid value: 0: failed rule: self > 0',
      'l[1]: Invalid value: -1: failed rule: self > 0',
      'm[x.y]: Invalid value: -2: failed rule: self > 0',
    ]);
  });

  it('have no path at the root, and int-or-string reports wrong operands', () => {
    const schema = withRules({ a: { 'x-kubernetes-int-or-string': true } }, { rule: 'self.a > 1' });
    assert.deepEqual(errors(schema, { a: 'x' }), [
      `<nil>: Invalid value: "object": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self.a > 1`,
    ]);
  });

  it('compare with old values only on updates', () => {
    const schema = withRules({ a: INT }, { rule: 'self.a >= oldSelf.a' });
    assert.deepEqual(errors(schema, { a: 1 }), []);
    assert.deepEqual(errors(schema, { a: 1 }, { a: 2 }), ['<nil>: Invalid value: failed rule: self.a >= oldSelf.a']);
    const optional = withRules(
      { a: INT },
      { rule: 'oldSelf.hasValue() ? self.a > oldSelf.value().a : self.a > 5', optionalOldSelf: true },
    );
    assert.equal(errors(optional, { a: 1 }).length, 1);
    assert.deepEqual(errors(optional, { a: 6 }), []);
    assert.deepEqual(errors(optional, { a: 3 }, { a: 2 }), []);
  });

  it('correlate old items of map lists by keys', () => {
    const items = withRules({ k: { type: 'string' }, v: INT }, { rule: 'self.v >= oldSelf.v' });
    const list = { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], items };
    const schema = { type: 'object', properties: { l: list } };
    const old = {
      l: [
        { k: 'a', v: 1 },
        { k: 'b', v: 5 },
      ],
    };
    assert.deepEqual(
      errors(
        schema,
        {
          l: [
            { k: 'b', v: 4 },
            { k: 'a', v: 2 },
            { k: 'c', v: 0 },
          ],
        },
        old,
      ),
      ['l[0]: Invalid value: failed rule: self.v >= oldSelf.v'],
    );
  });

  it('only warn for unchanged values', () => {
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

  it('are skipped if the type of a value may be wrong', () => {
    const detail =
      'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
    const error = blockingError([required('a')]);
    assert.ok(error);
    assert.equal(fieldErrorText(error), `<nil>: Invalid value: null: ${detail}`);
    assert.equal(blockingError([invalid('a', 1, 'x')]), undefined);
  });

  it('are absent for a schema without rules', () => {
    assert.equal(rules.compile(readStructural({ type: 'object', properties: { a: INT } })), undefined);
  });
});
