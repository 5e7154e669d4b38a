import type { Case } from '../case.js';
import { A, defined, definition, OBJECTS, rootSchema, specSchema, widget, WIDGETS } from './definition.js';
import { changed } from './objects.js';
import { create, get, patch, update } from './steps.js';
import { any, object, redefined, specs, TEXT } from './schemas.js';

/** Schemas applied to stored objects, list types and metadata. */
export const schemasOfStored: readonly Case[] = [
  {
    name: 'defaults',
    steps: specs(
      object({
        a: { type: 'string', default: 'x' },
        number: { type: 'integer', default: 3 },
        maybe: { type: 'string', nullable: true, default: 'y' },
        nothing: { type: 'string', nullable: true, default: null },
        flag: { type: 'boolean', default: false },
        inner: object({ b: { type: 'string', default: 'z' } }),
        made: object({ b: { type: 'string', default: 'z' }, c: TEXT }, { default: {} }),
        list: { type: 'array', items: object({ b: { type: 'string', default: 'z' } }) },
        map: { type: 'object', additionalProperties: object({ b: { type: 'integer', default: 1 } }) },
      }),
      [
        {},
        { a: null, number: null, maybe: null },
        { inner: {} },
        { inner: null, made: null },
        { list: [{}, { b: 'a' }], map: { k: {}, l: { b: 2 } } },
        { made: { c: 'd' } },
        { a: '', number: 0, flag: true },
      ],
    ),
  },
  {
    name: 'defaults of stored objects',
    steps: [
      ...defined(specSchema(object({ a: TEXT }))),
      create(OBJECTS, widget({ spec: {} }), { only: ['spec'] }),
      ...redefined(
        object({ a: TEXT, b: { type: 'integer', default: 5 } }),
        get(A, { until: { status: 200, has: ['spec.b'] } }),
      ),
      get(OBJECTS, { only: ['items.0.spec'] }),
      patch(A, 'merge', { metadata: { labels: { c: 'd' } } }, { only: ['spec', 'metadata.generation'] }),
      ...redefined(
        object({ a: TEXT, c: { type: 'integer', default: 7 } }),
        get(A, { until: { status: 200, has: ['spec.c'] }, only: ['spec'] }),
      ),
    ],
  },
  {
    name: 'ratcheting of stored values',
    steps: [
      ...defined(any),
      create(
        OBJECTS,
        widget({ spec: { a: 'long text', b: 5, c: { d: 'x' }, list: ['a', 'b', 'toolong'], map: { k: 'toolong' } } }),
        { only: [] },
      ),
      patch(
        WIDGETS,
        'merge',
        {
          spec:
            changed(
              definition(),
              specSchema(
                object({
                  a: { type: 'string', maxLength: 3 },
                  b: { type: 'integer', maximum: 3 },
                  c: object({ d: { type: 'integer' } }),
                  list: { type: 'array', items: { type: 'string', maxLength: 3 }, 'x-kubernetes-list-type': 'set' },
                  map: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
                  other: TEXT,
                }),
              ),
            )['spec'] ?? null,
        },
        { only: [] },
      ),
      create(OBJECTS, widget({ 'metadata.name': 'probe', spec: { b: 'x' } }), {
        query: { dryRun: 'All' },
        until: { status: 422 },
      }),
      get(A, { only: ['spec'] }),
      patch(A, 'merge', { metadata: { labels: { c: 'd' } } }, { only: ['message', 'details', 'spec'] }),
      patch(A, 'merge', { spec: { other: 'x' } }, { only: ['message', 'details', 'spec'] }),
      patch(A, 'merge', { spec: { a: 'other text' } }, { only: ['message', 'details', 'spec'] }),
      patch(A, 'merge', { spec: { b: 6 } }, { only: ['message', 'details', 'spec'] }),
      patch(A, 'merge', { spec: { c: null } }, { only: ['message', 'details', 'spec'] }),
      patch(A, 'merge', { spec: { list: ['a', 'toolong'] } }, { only: ['message', 'details', 'spec'] }),
      patch(A, 'merge', { spec: { list: ['a', 'toolong', 'longer'] } }, { only: ['message', 'details', 'spec'] }),
      patch(A, 'merge', { spec: { map: { l: 'also long' } } }, { only: ['message', 'details', 'spec'] }),
      patch(A, 'merge', { spec: { a: 'abc', b: 1 } }, { only: ['message', 'details', 'spec'] }),
    ],
  },
  {
    name: 'list types set and map',
    steps: [
      ...specs(
        object({
          set: { type: 'array', items: TEXT, 'x-kubernetes-list-type': 'set' },
          map: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name', 'port'],
            items: object({ name: TEXT, port: { type: 'integer', default: 80 }, value: TEXT }, { required: ['name'] }),
          },
        }),
        [
          { set: ['a', 'b'] },
          { set: ['a', 'b', 'a', 'b'] },
          { map: [{ name: 'a' }, { name: 'a', port: 81 }] },
          { map: [{ name: 'a' }, { name: 'a', port: 80 }] },
          { map: [{ port: 80 }] },
          { map: [null] },
          { set: ['a', null] },
        ],
      ),
      update(A, widget()),
    ],
  },
  {
    name: 'metadata in schemas',
    steps: [
      ...defined(
        rootSchema(
          object(
            { metadata: object({ name: { type: 'string', maxLength: 3, pattern: '^a' } }), spec: TEXT },
            { required: ['spec'] },
          ),
        ),
      ),
      create(OBJECTS, widget({ spec: 'x' }), { only: ['message', 'details', 'metadata.name'] }),
      create(OBJECTS, widget({ 'metadata.name': 'abcd', spec: 'x' }), {
        only: ['message', 'details', 'metadata.name'],
      }),
      create(OBJECTS, widget({ 'metadata.name': 'b', spec: 'x' }), { only: ['message', 'details', 'metadata.name'] }),
      create(OBJECTS, widget({ 'metadata.name': 'ab' }), { only: ['message', 'details', 'metadata.name'] }),
    ],
  },
];
