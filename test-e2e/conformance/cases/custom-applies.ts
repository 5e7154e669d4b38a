import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { A, defined, OBJECTS, specSchema, rootSchema, version, widget } from './definition.js';
import { apply, create, get, patch, update } from './steps.js';

const TEXT: JsonObject = { type: 'string' };
const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });
const list = (type: string, items: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: 'array',
  items,
  'x-kubernetes-list-type': type,
  ...rest,
});
const FORCE: Pick<Step, 'query'> = { query: { force: 'true' } };
const applied = (manager: string, spec: JsonObject, rest: Pick<Step, 'query'> = {}): Step =>
  apply(A, manager, widget({ spec }), rest);
const PORTS = list(
  'map',
  object(
    { name: TEXT, protocol: { type: 'string', default: 'TCP' }, port: { type: 'integer' } },
    { required: ['name'] },
  ),
  {
    'x-kubernetes-list-map-keys': ['name', 'protocol'],
  },
);

/** Server-side apply of custom resources, and their managed fields. */
export const customApplies: readonly Case[] = [
  {
    name: 'create, change, share and release',
    steps: [
      ...defined(),
      applied('one', { size: 1, text: 'a' }),
      applied('one', { size: 1, text: 'a' }),
      applied('two', { size: 1 }),
      applied('two', { size: 2 }),
      applied('two', { size: 2 }, FORCE),
      applied('one', { text: 'b' }),
      applied('one', {}),
      applied('two', {}),
      get(A),
    ],
  },
  {
    name: 'apply and other writes',
    steps: [
      ...defined(),
      create(OBJECTS, widget({ spec: { size: 1 } }), { query: { fieldManager: 'made' } }),
      applied('one', { size: 2 }),
      patch(A, 'merge', { spec: { text: 'a' } }, { query: { fieldManager: 'other' } }),
      applied('one', { text: 'b' }),
      applied('one', { text: 'b' }, FORCE),
      patch(A, 'json', [{ op: 'remove', path: '/spec/text' }], { query: { fieldManager: 'other' } }),
      patch(A, 'merge', { metadata: { managedFields: [{}] } }),
      applied('one', { size: 3 }),
    ],
  },
  {
    name: 'lists',
    steps: [
      ...defined(
        specSchema(
          object({
            atomic: list('atomic', TEXT),
            plain: { type: 'array', items: TEXT },
            set: list('set', TEXT),
            numbers: list('set', { type: 'integer' }),
            ports: PORTS,
          }),
        ),
      ),
      applied('one', {
        atomic: ['a', 'b'],
        plain: ['a'],
        set: ['a', 'b'],
        numbers: [1, 2],
        ports: [{ name: 'a', port: 1 }],
      }),
      applied('two', {
        atomic: ['a'],
        set: ['b', 'c'],
        ports: [
          { name: 'b', port: 2 },
          { name: 'a', protocol: 'UDP' },
        ],
      }),
      applied('two', {
        set: ['b', 'c'],
        numbers: [3, 1],
        ports: [
          { name: 'b', port: 2 },
          { name: 'a', protocol: 'UDP' },
        ],
      }),
      applied('two', { plain: ['b'] }),
      applied('two', { ports: [{ name: 'a', port: 3 }] }),
      applied('one', { set: ['b'], ports: [{ name: 'a', port: 1 }] }),
      applied('one', { set: ['b', 'b'] }),
      applied('one', { ports: [{ name: 'a' }, { name: 'a' }] }),
      applied('one', { ports: [{ port: 1 }] }),
      applied('one', { ports: ['x'] }),
      applied('one', { set: [{ a: 1 }] }),
      get(A),
    ],
  },
  {
    name: 'maps',
    steps: [
      ...defined(
        specSchema(
          object({
            granular: object({ a: TEXT, b: TEXT }),
            atomic: object({ a: TEXT, b: TEXT }, { 'x-kubernetes-map-type': 'atomic' }),
            open: { type: 'object', additionalProperties: TEXT },
            nested: { type: 'object', additionalProperties: object({ a: TEXT }) },
            any: { 'x-kubernetes-preserve-unknown-fields': true },
            kept: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: TEXT } },
            either: { 'x-kubernetes-int-or-string': true },
            maybe: { type: 'string', nullable: true },
            resource: {
              type: 'object',
              'x-kubernetes-embedded-resource': true,
              'x-kubernetes-preserve-unknown-fields': true,
            },
          }),
        ),
      ),
      applied('one', {
        granular: { a: '1', b: '2' },
        atomic: { a: '1', b: '2' },
        open: { a: '1' },
        nested: { k: { a: '1' } },
        any: { deep: { list: [1, { b: 2 }] } },
        kept: { a: '1', other: { c: 3 } },
        either: 1,
        maybe: null,
        resource: { apiVersion: 'v1', kind: 'K', metadata: { name: 'x', labels: { a: 'b' } }, data: { a: 'b' } },
      }),
      applied('two', {
        granular: { b: '3' },
        atomic: { a: '1' },
        open: { b: '2' },
        any: { deep: { other: 1 } },
        either: '1',
      }),
      applied(
        'two',
        { granular: { b: '3' }, atomic: { a: '1' }, open: { b: '2' }, any: { deep: { other: 1 } }, either: '1' },
        FORCE,
      ),
      applied('one', { granular: { a: '1' }, nested: {} }),
      get(A),
    ],
  },
  {
    name: 'rejected applies',
    steps: [
      ...defined(),
      apply(A, 'one', { kind: 'Widget' }),
      apply(A, 'one', { apiVersion: '<ns>.example.com/v1', kind: 'Other' }),
      apply(A, 'one', { apiVersion: '<ns>.example.com/v2', kind: 'Widget' }),
      apply(A, 'one', widget({ 'metadata.name': 'b' })),
      apply(A, 'one', widget({ 'metadata.managedFields': [{}] })),
      apply(A, 'one', widget({ spec: { unknown: 1 } })),
      apply(A, 'one', widget({ other: 1 })),
      apply(A, 'one', widget({ spec: 'text' })),
      apply(A, 'one', widget({ spec: { size: 'text' } })),
      apply(A, 'one', widget({ spec: { size: 1.5 } })),
      apply(A, 'one', widget({ spec: null })),
      apply(A, 'one', widget({ 'metadata.labels': { 'a b': 'c' } })),
      apply(A, 'one', widget({ 'metadata.unknown': 1 })),
      apply(A, 'one', widget({ 'metadata.resourceVersion': '1' })),
      apply(A, 'one', '{'),
      patch(A, 'apply', widget()),
      apply(`${OBJECTS}/Bad`, 'one', widget({ 'metadata.name': 'Bad' })),
    ],
  },
  {
    name: 'status',
    steps: [
      ...defined(
        version({
          subresources: { status: {} },
          'schema.openAPIV3Schema.properties.status': object({ ready: { type: 'boolean' } }),
        }),
      ),
      apply(A, 'one', widget({ spec: { size: 1 }, status: { ready: true } })),
      apply(`${A}/status`, 'two', widget({ spec: { size: 2 }, status: { ready: true } })),
      patch(
        `${A}/status`,
        'merge',
        { status: { ready: false }, metadata: { labels: { a: 'b' } } },
        { query: { fieldManager: 'three' } },
      ),
      apply(`${A}/status`, 'two', widget({ status: { ready: true } })),
      update(A, widget({ spec: { size: 3 }, status: { ready: true } }), { query: { fieldManager: 'four' } }),
      apply(`${OBJECTS}/none/status`, 'two', widget({ 'metadata.name': 'none', status: { ready: true } })),
    ],
  },
  {
    name: 'without a schema',
    steps: [
      ...defined(rootSchema({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true })),
      applied('one', { a: { b: [1, 2] }, c: null }),
      applied('two', { a: { b: [3] } }),
      apply(A, 'two', widget({ status: { x: 1 }, other: [{}] })),
      applied('one', {}),
    ],
  },
];
