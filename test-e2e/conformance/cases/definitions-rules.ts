import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { definition, DEFINITIONS, rootSchema, specSchema } from './definition.js';
import { attempts, type Changes } from './objects.js';

const tried = (name: string, each: readonly Changes[]): Case => ({
  name,
  steps: attempts(DEFINITIONS, definition(), each),
});
const TEXT: JsonObject = { type: 'string' };
const PROPERTIES: JsonObject = {
  size: { type: 'integer' },
  text: TEXT,
  when: { type: 'string', format: 'date-time' },
  parts: { type: 'array', items: { type: 'object', properties: { name: TEXT } } },
  few: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 10 } },
  any: { 'x-kubernetes-preserve-unknown-fields': true },
  either: { 'x-kubernetes-int-or-string': true },
};
const ruled = (...rules: JsonValue[]): Changes =>
  specSchema({ type: 'object', properties: PROPERTIES, 'x-kubernetes-validations': rules });
const rule = (text: string, rest: JsonObject = {}): Changes => ruled({ rule: text, ...rest });
const nested = (depth: number, text: string): JsonObject =>
  depth === 0
    ? { type: 'string', 'x-kubernetes-validations': [{ rule: text }] }
    : { type: 'array', items: nested(depth - 1, text) };

/** Validation of the rules (CEL) in definitions. */
export const rulesOfDefinitions: readonly Case[] = [
  tried('fields of rules', [
    rule('true'),
    rule(''),
    rule('  '),
    ruled({}),
    ruled({ message: 'm' }),
    rule('true', { message: '' }),
    rule('true', { message: '  ' }),
    rule('true', { message: 'two\nlines' }),
    rule('true ||\nfalse'),
    rule('true ||\nfalse', { message: 'm' }),
    rule('true', { messageExpression: '' }),
    rule('true', { messageExpression: "'a' + 'b'" }),
    rule('true', { messageExpression: '1' }),
    rule('true', { messageExpression: 'self.none' }),
    rule('true', { messageExpression: "'" }),
    rule('true', { messageExpression: "self.parts.map(p, p.name).join(',')" }),
    rule('true', { reason: 'FieldValueInvalid' }),
    rule('true', { reason: 'FieldValueForbidden' }),
    rule('true', { reason: 'FieldValueRequired' }),
    rule('true', { reason: 'FieldValueDuplicate' }),
    rule('true', { reason: 'Other' }),
    rule('true', { reason: '' }),
    rule('true', { fieldPath: '.size' }),
    rule('true', { fieldPath: '' }),
    rule('true', { fieldPath: 'size' }),
    rule('true', { fieldPath: '.none' }),
    rule('true', { fieldPath: '.parts[0]' }),
    rule('true', { fieldPath: ".parts['a']" }),
    rule('true', { fieldPath: '.si\nze' }),
    rule('true', { fieldPath: '.any.thing' }),
    rule('true', { optionalOldSelf: true }),
    rule('true', { optionalOldSelf: false }),
    rule('oldSelf.hasValue() ? true : true', { optionalOldSelf: true }),
    rule('true', { unknown: 1 }),
  ]),
  tried('rules that do not compile', [
    rule('self.size >'),
    rule('self.size == '),
    rule('1'),
    rule("'text'"),
    rule('self'),
    rule('self.none == 1'),
    rule('none'),
    rule("self.size == 'a'"),
    rule('self.size == 1.0'),
    rule('self.size.startsWith("a")'),
    rule('unheard(self.size)'),
    rule('self.text.unheard()'),
    rule('self.any.x == 1'),
    rule('self.either == 1'),
    rule('type(self.either) == int'),
    rule('self.either.x'),
    rule("self.text.matches('(')"),
    rule("self.text.matches('a+')"),
    rule("self.when < timestamp('2020-01-01T00:00:00Z')"),
    rule("self.when < '2020-01-01T00:00:00Z'"),
    rule('self.few.all(x, x.size() < 3'),
    rule('self.few.all(x, y)'),
    rule('self.few.exists_one(x)'),
    rule('has(self)'),
    rule('has(self.none)'),
    rule('self.parts[0].name.lowerAscii() == "a"'),
    rule("quantity('1Mi').isGreaterThan(quantity('x'))"),
    rule("ip('1.2.3.4').family() == 4"),
    rule("duration('x') == duration('1s')"),
    rule("self.text in ['a', 1]"),
    rule('self[0]'),
    rule('[1, 2, 3].sum() == 6 && [1, 2].isSorted()'),
    rule('format.dns1123Label().validate(self.text).hasValue()'),
    rule('@'),
    rule('"unfinished'),
    rule('true ? 1 : "a"'),
    rule('[1, "a"][0] == 1'),
    rule('{"a": 1, "b": "c"}.a == 1'),
    rule('self.size / 0 == 1 && 1 / 0 == 1'),
    rule('99999999999999999999 > 1'),
    rule('self.metadata.name == "a"'),
    rule('object.size == 1'),
    rule('params.size == 1'),
    rule('dyn(1) == "a"'),
    rule('self.if == 1'),
    ruled({ rule: 'self.size >' }, { rule: 'self.none' }),
  ]),
  tried('rules at the root and in nested fields', [
    rootSchema({ type: 'object', 'x-kubernetes-validations': [{ rule: 'self.metadata.name == "a"' }] }),
    rootSchema({ type: 'object', 'x-kubernetes-validations': [{ rule: 'self.metadata.generateName == "a"' }] }),
    rootSchema({ type: 'object', 'x-kubernetes-validations': [{ rule: 'self.metadata.labels.size() == 1' }] }),
    rootSchema({
      type: 'object',
      'x-kubernetes-validations': [{ rule: 'self.kind == "a" && self.apiVersion == "b"' }],
    }),
    rootSchema({
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      'x-kubernetes-validations': [{ rule: 'self.spec == 1' }],
    }),
    rootSchema({
      type: 'object',
      properties: { metadata: { type: 'object', 'x-kubernetes-validations': [{ rule: 'self.name == "a"' }] } },
    }),
    specSchema({
      type: 'object',
      properties: { 'a-b': TEXT, if: TEXT, 'c/d': TEXT, e__f: TEXT, '~': TEXT },
      'x-kubernetes-validations': [
        {
          rule: "self.a__dash__b == '' && self.__if__ == '' && self.c__slash__d == '' && self.e__underscores__f == ''",
        },
      ],
    }),
    specSchema({
      type: 'object',
      properties: { 'a-b': TEXT, if: TEXT },
      'x-kubernetes-validations': [{ rule: 'self.if' }],
    }),
    specSchema({
      type: 'object',
      properties: { '~': TEXT },
      'x-kubernetes-validations': [{ rule: "self['~'] == ''" }],
    }),
    specSchema({
      type: 'object',
      additionalProperties: TEXT,
      maxProperties: 3,
      'x-kubernetes-validations': [{ rule: "self.all(k, self[k] != 'a')" }],
    }),
    specSchema({
      type: 'object',
      properties: {
        a: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          'x-kubernetes-validations': [{ rule: 'self.x == 1' }],
        },
      },
    }),
    specSchema({ 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-validations': [{ rule: 'self == 1' }] }),
    specSchema({
      'x-kubernetes-int-or-string': true,
      'x-kubernetes-validations': [{ rule: "self == 1 || self == 'a'" }],
    }),
    specSchema({
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: TEXT },
      'x-kubernetes-validations': [{ rule: "self.metadata.name == '' && self.kind == 'x'" }],
    }),
    specSchema({ type: 'object', not: { 'x-kubernetes-validations': [{ rule: 'true' }] } }),
    specSchema({ type: 'string', format: 'byte', 'x-kubernetes-validations': [{ rule: "self == b'a'" }] }),
    specSchema({ type: 'string', format: 'duration', 'x-kubernetes-validations': [{ rule: "self < duration('1h')" }] }),
    specSchema({ type: 'string', format: 'date', 'x-kubernetes-validations': [{ rule: 'self.getFullYear() > 2000' }] }),
    specSchema({ type: 'string', enum: ['a'], 'x-kubernetes-validations': [{ rule: "self == 'b'" }] }),
    specSchema({ type: 'number', 'x-kubernetes-validations': [{ rule: 'self > 1' }] }),
    specSchema({ type: 'string', nullable: true, 'x-kubernetes-validations': [{ rule: 'self == null' }] }),
  ]),
  tried('transition rules', [
    rule('self.size >= oldSelf.size'),
    specSchema({
      type: 'array',
      items: { type: 'string', maxLength: 9, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
      maxItems: 5,
    }),
    specSchema({
      type: 'array',
      'x-kubernetes-list-type': 'set',
      maxItems: 5,
      items: { type: 'string', maxLength: 9, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
    }),
    specSchema({
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      maxItems: 5,
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', maxLength: 9 } },
        'x-kubernetes-validations': [{ rule: 'self == oldSelf' }],
      },
    }),
    specSchema({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 9, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
      maxProperties: 5,
    }),
    specSchema({
      type: 'array',
      maxItems: 5,
      items: {
        type: 'string',
        maxLength: 9,
        'x-kubernetes-validations': [{ rule: 'oldSelf.hasValue()', optionalOldSelf: true }],
      },
    }),
    rule('oldSelf.size == 1', { optionalOldSelf: true }),
  ]),
  tried('estimated cost limit', [
    rule('true', { messageExpression: "'is ' + string(self.size)" }),
    rule('true', { messageExpression: "self.few.join(',')" }),
    specSchema({
      type: 'array',
      maxItems: 2000,
      items: { type: 'string', maxLength: 5 },
      'x-kubernetes-validations': [{ rule: 'self.all(x, self.exists(y, x == y))' }],
    }),
    specSchema({
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-validations': [{ rule: 'self.all(x, self.all(y, x == y))' }],
    }),
    specSchema({
      type: 'array',
      items: { type: 'string', 'x-kubernetes-validations': [{ rule: "self.contains('a')" }] },
    }),
    specSchema({
      type: 'array',
      maxItems: 100,
      items: { type: 'string', maxLength: 100 },
      'x-kubernetes-validations': [{ rule: 'self.all(x, self.all(y, x == y))' }],
    }),
    specSchema({
      type: 'array',
      maxItems: 1000,
      items: { type: 'string', maxLength: 100 },
      'x-kubernetes-validations': [{ rule: 'self.all(x, self.all(y, self.all(z, x == y)))' }],
    }),
    specSchema({ type: 'string', 'x-kubernetes-validations': [{ rule: "self.matches('^a+$')" }] }),
    specSchema(nested(1, "self != 'a'")),
    specSchema(nested(2, "self != 'a'")),
    specSchema(nested(3, "self != 'a'")),
    specSchema(nested(4, "self.startsWith('a')")),
    specSchema({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      'x-kubernetes-validations': [{ rule: 'self.all(k, self[k].all(x, x.matches(k)))' }],
    }),
    specSchema({
      type: 'object',
      properties: { a: { type: 'string' } },
      'x-kubernetes-validations': [{ rule: 'true', messageExpression: "self.a.replace('a', self.a)" }],
    }),
    specSchema({
      type: 'array',
      items: {
        type: 'array',
        items: { type: 'string' },
        'x-kubernetes-validations': [{ rule: 'true', messageExpression: "self.map(x, x + x).join(',')" }],
      },
    }),
  ]),
];
