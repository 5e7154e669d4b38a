import type { Case } from '../case.js';
import { A, defined, OBJECTS, specSchema, widget } from './definition.js';
import { apply, create, patch } from './steps.js';
import { fields, INTEGER, object, spec, specs, TEXT } from './schemas.js';

/** Validation, pruning and defaults of custom objects. */
export const customSchemas: readonly Case[] = [
  {
    name: 'values of types',
    steps: fields({
      text: { schema: TEXT, values: ['', 'a', 1, true, null, {}, [], ['a']] },
      whole: { schema: INTEGER, values: [1, 1.0, 1.5, '1', 1e3, 9007199254740991, -1, null] },
      number: { schema: { type: 'number' }, values: [1, 1.5, '1', true, 1e300] },
      flag: { schema: { type: 'boolean' }, values: [true, 'true', 0] },
      list: { schema: { type: 'array', items: TEXT }, values: [[], ['a'], [1], ['a', null], 'a', { a: 1 }] },
      map: {
        schema: { type: 'object', additionalProperties: INTEGER },
        values: [{}, { a: 1 }, { a: 'x' }, { a: null }, []],
      },
      inner: { schema: object({ a: object({ b: TEXT }) }), values: [{ a: { b: 1 } }, { a: [] }, { a: null }] },
      maybe: { schema: { type: 'string', nullable: true }, values: [null, 'a', 1] },
      either: { schema: { 'x-kubernetes-int-or-string': true }, values: [1, 'a', 1.5, true, null, {}] },
      any: { schema: { 'x-kubernetes-preserve-unknown-fields': true }, values: [1, 'a', null, { a: null }, [[1]]] },
    }),
  },
  {
    name: 'limits of values',
    steps: fields({
      text: {
        schema: { type: 'string', minLength: 2, maxLength: 3, pattern: '^[a-z]*$' },
        values: ['a', 'ab', 'abcd', 'ABC', 'ääää'],
      },
      choice: { schema: { type: 'string', enum: ['a', 'b'] }, values: ['a', 'c', ''] },
      whole: { schema: { type: 'integer', minimum: 1, maximum: 9, multipleOf: 2 }, values: [2, 0, 10, 3] },
      open: {
        schema: { type: 'number', minimum: 1, maximum: 2, exclusiveMinimum: true, exclusiveMaximum: true },
        values: [1, 1.5, 2],
      },
      small: { schema: { type: 'integer', format: 'int32' }, values: [2147483647, 2147483648, -2147483649] },
      list: { schema: { type: 'array', items: TEXT, minItems: 1, maxItems: 2 }, values: [[], ['a'], ['a', 'b', 'c']] },
      map: {
        schema: { type: 'object', additionalProperties: TEXT, minProperties: 1, maxProperties: 2 },
        values: [{}, { a: 'a' }, { a: 'a', b: 'b', c: 'c' }],
      },
      needed: {
        schema: object({ a: TEXT, b: TEXT }, { required: ['a', 'b'] }),
        values: [{}, { a: 'a' }, { a: 'a', b: 'b' }],
      },
      numbers: { schema: { type: 'integer', enum: [1, 2] }, values: [1, 3] },
    }),
  },
  {
    name: 'formats',
    steps: fields(
      Object.fromEntries(
        (
          [
            ['date-time', ['2020-01-02T03:04:05Z', '2020-01-02 03:04:05', 'x', '2020-01-02T03:04:05.123+01:00']],
            ['date', ['2020-01-02', '2020-13-01', 'x']],
            ['duration', ['1h', '1s', 'x', '1 week']],
            ['byte', ['YQ==', 'a', '!']],
            ['uuid', ['11111111-1111-1111-1111-111111111111', 'x']],
            ['uri', ['https://a/b', 'x', 'a b']],
            ['ipv4', ['1.2.3.4', '::1', '01.2.3.4']],
            ['ipv6', ['::1', '1.2.3.4']],
            ['cidr', ['1.2.3.0/24', 'x']],
            ['email', ['a@b.c', 'a']],
            ['hostname', ['a.b', 'a_b']],
            ['mac', ['00:11:22:33:44:55', 'x']],
            ['password', ['x']],
            ['k8s-short-name', ['a', 'A']],
            ['k8s-long-name', ['a.b', 'A_']],
            ['unheard-of', ['x']],
            ['creditcard', ['x', '4111111111111111']],
            ['isbn', ['x']],
            ['hexcolor', ['#fff', 'x']],
            ['rgbcolor', ['rgb(1,2,3)', 'x']],
            ['ssn', ['111-11-1111', 'x']],
            ['bsonobjectid', ['507f1f77bcf86cd799439011', 'x']],
          ] as const
        ).map(([format, values]) => [format.replaceAll('-', ''), { schema: { type: 'string', format }, values }]),
      ),
    ),
  },
  {
    name: 'allOf, anyOf, oneOf and not',
    steps: fields({
      one: {
        schema: object({ a: TEXT, b: TEXT }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
        values: [{}, { a: '1' }, { a: '1', b: '1' }],
      },
      some: {
        schema: object(
          { a: TEXT, b: TEXT },
          { anyOf: [{ required: ['a'] }, { properties: { b: { minLength: 2 } }, required: ['b'] }] },
        ),
        values: [{}, { a: '1' }, { b: '1' }, { b: '12' }],
      },
      every: {
        schema: object({ a: TEXT, b: TEXT }, { allOf: [{ required: ['a'] }, { required: ['b'] }] }),
        values: [{}, { a: '1' }, { a: '1', b: '1' }],
      },
      none: { schema: object({ a: TEXT }, { not: { required: ['a'] } }), values: [{}, { a: '1' }] },
      percent: {
        schema: {
          'x-kubernetes-int-or-string': true,
          anyOf: [{ type: 'integer' }, { type: 'string' }],
          pattern: '^[0-9]+%$',
          minimum: 1,
        },
        values: [1, 0, '1%', 'x'],
      },
    }),
  },
  {
    name: 'unknown fields',
    steps: [
      ...defined(
        specSchema(
          object({
            a: TEXT,
            list: { type: 'array', items: object({ a: TEXT }) },
            map: { type: 'object', additionalProperties: object({ a: TEXT }) },
          }),
        ),
      ),
      ...['Ignore', 'Warn', 'Strict'].map((fieldValidation) =>
        create(
          OBJECTS,
          widget({
            spec: { a: 'x', b: 1, list: [{ a: 'y', c: 2 }], map: { k: { a: 'z', d: 3 } } },
            other: 4,
            'metadata.unknown': 5,
          }),
          { query: { dryRun: 'All', fieldValidation } },
        ),
      ),
      create(OBJECTS, widget({ spec: { b: 1 } }), { query: { dryRun: 'All' } }),
      create(OBJECTS, widget({ spec: { b: 1 } }), { query: { dryRun: 'All', fieldValidation: 'Other' } }),
      ...['Warn', 'Strict'].map((fieldValidation) =>
        create(
          OBJECTS,
          '{"apiVersion":"<ns>.example.com/v1","kind":"Widget","metadata":{"name":"a","name":"a"},"spec":{"a":"1","a":"2","list":[{"a":"1","a":"1"}]}}',
          {
            query: { dryRun: 'All', fieldValidation },
          },
        ),
      ),
      create(OBJECTS, widget(), { only: [] }),
      ...['Warn', 'Strict'].flatMap((fieldValidation) => [
        patch(A, 'merge', { spec: { b: 1 }, other: 1 }, { query: { fieldValidation } }),
        patch(A, 'json', [{ op: 'add', path: '/spec', value: { b: 1, a: 'x' } }], { query: { fieldValidation } }),
        patch(A, 'merge', '{"spec":{"a":"1","a":"2"}}', { query: { fieldValidation } }),
        apply(A, 'one', widget({ spec: { b: 1 } }), { query: { fieldValidation } }),
        apply(A, 'one', `apiVersion: <ns>.example.com/v1\nkind: Widget\nspec: {a: "1", a: "2"}\n`, {
          query: { fieldValidation },
        }),
      ]),
      apply(A, 'one', widget({ spec: { b: 1 } })),
    ],
  },
  {
    name: 'pruning',
    steps: [
      ...specs(
        object({
          a: TEXT,
          kept: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            properties: { inner: object({ a: TEXT }) },
          },
          list: { type: 'array', items: object({ a: TEXT }) },
          map: { type: 'object', additionalProperties: object({ a: TEXT }) },
          flat: { type: 'object' },
          anything: { 'x-kubernetes-preserve-unknown-fields': true },
        }),
        [
          { a: 'x', b: 1 },
          { kept: { b: { c: 1 }, inner: { a: 'x', b: 1 } } },
          { list: [{ a: 'x', b: 1 }, {}] },
          { map: { k: { a: 'x', b: 1 } } },
          { flat: { a: 1 } },
          { anything: { a: [{ b: 1 }] } },
        ],
      ),
      create(OBJECTS, widget({ status: { a: 1 }, other: 1, items: [1], 'metadata.unknown': 1 })),
    ],
  },
  {
    name: 'embedded resources',
    steps: [
      ...specs(
        object({
          whole: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
          },
          some: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: object({ a: TEXT }) } },
        }),
        [
          { whole: { apiVersion: 'v1', kind: 'K', metadata: { name: 'a', unknown: 1 }, spec: { b: 1 } } },
          {
            some: {
              apiVersion: 'v1',
              kind: 'K',
              metadata: { name: 'a', labels: { b: 'c' } },
              spec: { a: 'x', b: 1 },
              other: 1,
            },
          },
          { whole: {} },
          { whole: { apiVersion: 'v1' } },
          { whole: { apiVersion: '', kind: '' } },
          { whole: { apiVersion: 'a/b/c', kind: 'K K' } },
          { whole: { apiVersion: 1, kind: 'K' } },
          { whole: { apiVersion: 'v1', kind: 'K', metadata: 3 } },
          { whole: { apiVersion: 'v1', kind: 'K', metadata: { name: 'A_', labels: { 'a b': 'c' } } } },
          { whole: { apiVersion: 'v1', kind: 'K', metadata: { labels: { a: 1 } } } },
          { whole: { apiVersion: 'v1', kind: 'K', metadata: { generateName: 'A_' } } },
        ],
      ),
      spec(
        { whole: { apiVersion: 'v1', kind: 'K', metadata: { unknown: 1 } } },
        { query: { fieldValidation: 'Strict' } },
      ),
    ],
  },
];
