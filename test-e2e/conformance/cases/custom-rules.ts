import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { A, defined, OBJECTS, rootSchema, specSchema, widget, WIDGETS } from './definition.js';
import { apply, create, patch } from './steps.js';

const TEXT: JsonObject = { type: 'string', maxLength: 20 };
const rules = (...each: JsonValue[]): JsonObject => ({ 'x-kubernetes-validations': each });
const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });
const only = ['message', 'details', 'spec'];
const spec = (value: JsonValue): Step => create(OBJECTS, widget({ spec: value }), { query: { dryRun: 'All' }, only });
const changed = (value: JsonValue): Step => patch(A, 'merge', { spec: value }, { only });
const specs = (schema: JsonObject, values: readonly JsonValue[]): readonly Step[] => [
  ...defined(specSchema(schema)),
  ...values.map((value) => spec(value)),
];

/** Replaces the schema of `spec` in the definition. */
const ruled = (value: JsonObject): Step =>
  patch(WIDGETS, 'json', [{ op: 'replace', path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec', value }], {
    only: ['message'],
  });
/** Waits until a spec is rejected. */
const probe = (value: JsonValue): Step =>
  create(OBJECTS, widget({ 'metadata.name': 'probe', spec: value }), {
    query: { dryRun: 'All' },
    until: { status: 422 },
    only,
  });

/** Validation rules (CEL) of custom objects. */
export const customRules: readonly Case[] = [
  {
    name: 'messages, reasons and paths',
    steps: specs(
      object(
        {
          size: { type: 'integer' },
          text: TEXT,
          list: { type: 'array', maxItems: 5, items: TEXT },
          inner: object({ 'a-b': TEXT }),
        },
        rules(
          { rule: 'self.size < 1' },
          { rule: 'self.size < 2', message: 'too large' },
          { rule: 'self.size < 3', message: 'unused', messageExpression: "self.size > 5 ? 'much' : 'little'" },
          { rule: 'self.size < 4', reason: 'FieldValueForbidden' },
          { rule: 'self.size < 5', reason: 'FieldValueRequired', message: 'needed' },
          { rule: 'self.size < 6', reason: 'FieldValueDuplicate' },
          { rule: 'self.size < 7', fieldPath: '.size', message: 'at size' },
          { rule: 'self.size < 9', fieldPath: ".inner['a-b']", message: 'inside too' },
          { rule: 'self.size < 10', messageExpression: 'self.text' },
          { rule: 'self.size < 11', messageExpression: "''", message: 'in place of nothing' },
          { rule: 'self.size < 12', messageExpression: "'two\\nlines'", message: 'in place of lines' },
          { rule: 'self.size < 13', messageExpression: 'self.list[9]', message: 'in place of an error' },
          { rule: 'self.size < 14', messageExpression: 'self.list[9]' },
          { rule: '  self.size < 15  ' },
        ),
      ),
      [{ size: 0 }, { size: 3, text: 't' }, { size: 20, text: 'said' }, { size: 20 }, {}],
    ),
  },
  {
    name: 'values',
    steps: specs(
      object({
        text: { ...TEXT, ...rules({ rule: "self == 'x'" }) },
        whole: { type: 'integer', ...rules({ rule: 'self > 1' }) },
        number: { type: 'number', ...rules({ rule: 'self > 1.5' }) },
        flag: { type: 'boolean', ...rules({ rule: 'self' }) },
        list: {
          type: 'array',
          maxItems: 5,
          items: { type: 'integer', ...rules({ rule: 'self > 1' }) },
          ...rules({ rule: 'self.size() > 1' }),
        },
        map: {
          type: 'object',
          maxProperties: 5,
          additionalProperties: { ...TEXT, ...rules({ rule: "self != 'x'" }) },
          ...rules({ rule: "'a' in self" }),
        },
        set: {
          type: 'array',
          maxItems: 5,
          'x-kubernetes-list-type': 'set',
          items: TEXT,
          ...rules({ rule: "self == ['a', 'b']" }),
        },
        either: {
          'x-kubernetes-int-or-string': true,
          ...rules({ rule: "type(self) == int ? self > 1 : self == 'x'" }),
        },
        when: { type: 'string', format: 'date-time', ...rules({ rule: "self > timestamp('2020-01-01T00:00:00Z')" }) },
        long: { type: 'string', format: 'duration', ...rules({ rule: "self > duration('1h')" }) },
        maybe: { type: 'string', maxLength: 9, nullable: true, ...rules({ rule: "self != 'x'" }) },
      }),
      [
        { text: 'y' },
        { text: 'x' },
        { whole: 1 },
        { number: 1 },
        { number: 2 },
        { flag: false },
        { list: [1, 2] },
        { list: [2] },
        { map: { b: 'x' } },
        { map: { a: 'y' } },
        { set: ['b', 'a'] },
        { set: ['a'] },
        { either: 1 },
        { either: 2 },
        { either: 'y' },
        { when: '2019-01-01T00:00:00Z' },
        { when: '2021-01-01T00:00:00Z' },
        { long: '1m' },
        { maybe: null },
        { maybe: 'x' },
      ],
    ),
  },
  {
    name: 'evaluation errors',
    steps: specs(
      object(
        { size: { type: 'integer' }, list: { type: 'array', maxItems: 5, items: TEXT } },
        rules(
          { rule: 'self.list[3] == "a"' },
          { rule: '1 / self.size == 1' },
          { rule: 'self.size + 9223372036854775807 > 0' },
          { rule: 'int(self.list[0]) == 1' },
        ),
      ),
      [{ size: 1, list: ['1', 'b', 'c', 'a'] }, { size: 0, list: ['x'] }, { size: 1, list: [] }, { size: 5 }],
    ),
  },
  {
    name: 'rules of the whole object',
    steps: [
      ...defined(
        rootSchema({
          ...object({ spec: object({ size: { type: 'integer' } }), status: object({ size: { type: 'integer' } }) }),
          ...rules(
            { rule: "self.metadata.name.startsWith('a')", message: 'a name with a' },
            { rule: "!has(self.metadata.generateName) || self.metadata.generateName == 'a-'" },
            { rule: "self.kind == 'Widget' && self.apiVersion.endsWith('/v1')" },
            { rule: '!has(self.status) || self.status.size <= self.spec.size', fieldPath: '.status.size' },
          ),
        }),
      ),
      create(OBJECTS, widget(), { only: ['message', 'details'] }),
      create(OBJECTS, widget({ 'metadata.name': 'b' }), { only: ['message', 'details'] }),
      create(OBJECTS, widget({ 'metadata.name': null, 'metadata.generateName': 'a' }), {
        only: ['message', 'details'],
      }),
      create(OBJECTS, widget({ 'metadata.name': 'ab', spec: { size: 1 }, status: { size: 2 } }), {
        only: ['message', 'details'],
      }),
      create(OBJECTS, widget({ 'metadata.name': 'ac', status: { size: 2 } }), { only: ['message', 'details'] }),
    ],
  },
  {
    name: 'transition rules',
    steps: [
      ...defined(
        specSchema(
          object(
            {
              size: { type: 'integer', ...rules({ rule: 'self >= oldSelf', message: 'never smaller' }) },
              text: { ...TEXT, ...rules({ rule: 'self == oldSelf', message: 'never other' }) },
              once: {
                ...TEXT,
                ...rules({
                  rule: "oldSelf.hasValue() ? oldSelf.value() == self : self == 'first'",
                  optionalOldSelf: true,
                  message: 'first it is',
                }),
              },
              map: {
                type: 'object',
                maxProperties: 3,
                additionalProperties: { ...TEXT, ...rules({ rule: 'self == oldSelf' }) },
              },
              parts: {
                type: 'array',
                maxItems: 5,
                'x-kubernetes-list-type': 'map',
                'x-kubernetes-list-map-keys': ['name'],
                items: object(
                  { name: TEXT, size: { type: 'integer', ...rules({ rule: 'self >= oldSelf' }) } },
                  { required: ['name'] },
                ),
              },
            },
            rules({ rule: '!has(oldSelf.text) || has(self.text)', message: 'text stays' }),
          ),
        ),
      ),
      create(OBJECTS, widget({ spec: { size: 2, text: 'a', once: 'second' } }), { only }),
      create(
        OBJECTS,
        widget({ spec: { size: 2, text: 'a', once: 'first', map: { k: 'v' }, parts: [{ name: 'a', size: 1 }] } }),
        { only },
      ),
      changed({ size: 1 }),
      changed({ size: 3 }),
      changed({ text: 'b' }),
      changed({ text: null }),
      changed({ once: 'second' }),
      changed({ map: { k: 'w', l: 'x' } }),
      changed({ map: { l: 'x' } }),
      changed({
        parts: [
          { name: 'b', size: 5 },
          { name: 'a', size: 0 },
        ],
      }),
      changed({ parts: [{ name: 'b', size: 5 }] }),
      apply(A, 'one', widget({ spec: { size: 0 } }), { query: { force: 'true' }, only }),
    ],
  },
  {
    name: 'ratcheting of violated rules',
    steps: [
      ...defined(specSchema(object({ size: { type: 'integer' }, text: TEXT }))),
      create(OBJECTS, widget({ spec: { size: 1, text: 'bad' } }), { only: [] }),
      ruled(
        object(
          { size: { type: 'integer' }, text: { ...TEXT, ...rules({ rule: "self != 'bad'", message: 'text is bad' }) } },
          rules({ rule: 'self.size > 5', message: 'too small' }),
        ),
      ),
      probe({ text: 'bad' }),
      patch(A, 'merge', { metadata: { labels: { a: 'b' } } }, { only }),
      changed({ size: 2 }),
      changed({ size: 6 }),
      changed({ text: 'good' }),
      changed({ text: 'bad' }),
    ],
  },
  {
    name: 'ratcheting of violated nested rules',
    steps: [
      ...defined(
        specSchema(
          object({ inner: object({ a: TEXT, list: { type: 'array', maxItems: 5, items: TEXT } }), text: TEXT }),
        ),
      ),
      create(OBJECTS, widget({ spec: { inner: { a: 'bad', list: ['bad'] } } }), { only: [] }),
      ruled(
        object({
          inner: object(
            { a: TEXT, list: { type: 'array', maxItems: 5, items: { ...TEXT, ...rules({ rule: "self != 'bad'" }) } } },
            rules({ rule: "self.a != 'bad'", message: 'inner is bad' }),
          ),
          text: TEXT,
        }),
      ),
      probe({ inner: { a: 'bad' } }),
      changed({ text: 'x' }),
      changed({ inner: { list: ['bad', 'bad'] } }),
      changed({ inner: { list: ['good', 'bad'] } }),
      changed({ inner: { a: 'good' } }),
      changed({ inner: { list: ['good'] } }),
    ],
  },
  {
    name: 'runtime cost limit',
    steps: specs(
      object(
        { list: { type: 'array', maxItems: 1000, items: { type: 'string', maxLength: 5 } } },
        rules({ rule: 'self.list.all(x, self.list.exists(y, x == y))' }),
      ),
      [{ list: ['a', 'b'] }, { list: Array.from({ length: 1000 }, (_, index) => String(index)) }],
    ),
  },
  {
    name: 'evaluated after schema validation',
    steps: specs(
      object(
        {
          size: { type: 'integer', maximum: 9, ...rules({ rule: 'self < 5' }) },
          text: { ...TEXT, ...rules({ rule: "self == 'x'" }) },
        },
        { required: ['text'] },
      ),
      [{ size: 20, text: 'y' }, { size: 'x', text: 'y' }, { size: 6 }, { size: 6, text: 'x' }],
    ),
  },
  {
    name: 'libraries',
    steps: specs(
      object(
        { text: { type: 'string', maxLength: 50 }, list: { type: 'array', maxItems: 9, items: { type: 'integer' } } },
        rules(
          {
            rule: "!has(self.text) || self.text.find('[0-9]+') == '12'",
            messageExpression: "self.text.size() > 3 ? 'long' : 'short'",
          },
          {
            rule: '!has(self.list) || self.list.isSorted()',
            messageExpression: "self.list.sum() > 2 && self.list.max() == 2 ? 'much' : 'little'",
          },
          {
            rule: "!has(self.text) || !isURL(self.text) || url(self.text).getHost() == 'a'",
            messageExpression: 'url(self.text).getHost()',
          },
          { rule: "!has(self.text) || !isQuantity(self.text) || quantity(self.text).isLessThan(quantity('1Gi'))" },
          {
            rule: '!has(self.text) || !isIP(self.text) || ip(self.text).family() == 4',
            messageExpression: "ip(self.text).family() == 6 ? 'six' : 'other'",
          },
        ),
      ),
      [
        { text: 'a12' },
        { text: 'a34b5' },
        { list: [1, 2] },
        { list: [2, 1] },
        { text: 'https://b/12' },
        { text: '12Gi' },
        { text: '::12' },
      ],
    ),
  },
];
