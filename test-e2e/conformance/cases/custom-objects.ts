import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import {
  A,
  another,
  defined,
  definition,
  DEFINITIONS,
  GROUP,
  OBJECTS,
  served,
  version,
  widget,
  WIDGETS,
} from './definition.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const made = (name: string, rest: JsonObject = {}): Step =>
  create(OBJECTS, widget({ 'metadata.name': name, 'metadata.labels': { name }, ...rest }), {
    only: [],
    keep: { [name]: 'metadata.resourceVersion' },
  });
const accept = (form: string, type = 'json'): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { accept: `application/${type};as=${form};g=meta.k8s.io;v=v1` },
});
const typed = (type: string): Pick<Step, 'headers'> => ({ headers: { 'content-type': type } });
const refused = { only: ['reason', 'message', 'details'] };
const OTHER = `${GROUP}/v1`;
/** The schema that the first version has. */
const SCHEMA: JsonObject = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { size: { type: 'integer' }, text: { type: 'string' } } } },
};
const watch = (events: number, query: Record<string, string>, rest: Pick<Step, 'headers'> = {}): Step =>
  get(OBJECTS, { query: { watch: 'true', ...query }, events, ...rest });

/** What is done with objects of definitions. */
export const customObjects: readonly Case[] = [
  {
    name: 'made, read, changed and deleted',
    steps: [
      ...defined(),
      create(OBJECTS, widget({ spec: { size: 1, text: 'x' }, 'metadata.labels': { a: 'b' } })),
      create(OBJECTS, widget()),
      get(A),
      get(OBJECTS),
      get(`/apis/${GROUP}/v1/widgets`),
      patch(A, 'merge', { spec: { size: 2 } }),
      patch(A, 'merge', { spec: { size: 2 } }),
      patch(A, 'merge', { metadata: { annotations: { c: 'd' } } }),
      patch(A, 'json', [{ op: 'replace', path: '/spec/size', value: 3 }]),
      patch(A, 'json', [{ op: 'test', path: '/spec/size', value: 4 }]),
      patch(A, 'json', [{ op: 'remove', path: '/spec/none' }]),
      patch(A, 'json', {}),
      patch(A, 'strategic', { spec: { size: 4 } }),
      patch(A, 'merge', 'text'),
      patch(A, 'merge', { spec: { size: 'x' } }),
      patch(A, 'merge', { metadata: { name: 'b' } }),
      patch(A, 'merge', { kind: 'Other' }),
      patch(A, 'merge', { apiVersion: `${GROUP}/v2` }),
      patch(`${OBJECTS}/none`, 'merge', {}),
      remove(A),
      get(A),
      remove(A),
      create(`/apis/${GROUP}/v1/widgets`, widget()),
      get('/apis/<ns>.example.com/v1/namespaces/<ns>-none/widgets'),
      create('/apis/<ns>.example.com/v1/namespaces/<ns>-none/widgets', widget()),
    ],
  },
  {
    name: 'updated',
    steps: [
      ...defined(),
      made('a'),
      update(A, widget({ spec: { size: 1 } })),
      update(A, widget({ spec: { size: 1 }, 'metadata.resourceVersion': '1' })),
      update(A, widget({ spec: { size: 1 }, 'metadata.resourceVersion': 'x' })),
      update(A, widget({ spec: { size: 1 }, 'metadata.resourceVersion': '<a>' }), {
        keep: { rv: 'metadata.resourceVersion' },
      }),
      update(A, widget({ spec: { size: 1 }, 'metadata.resourceVersion': '<rv>' })),
      update(
        A,
        widget({
          spec: { size: 1 },
          'metadata.resourceVersion': '<rv>',
          'metadata.uid': '11111111-1111-1111-1111-111111111111',
        }),
      ),
      update(A, widget({ 'metadata.name': 'b' })),
      update(A, widget({ 'metadata.namespace': 'other' })),
      update(`${OBJECTS}/none`, widget({ 'metadata.name': 'none' })),
      update(`${OBJECTS}/none`, widget({ 'metadata.name': 'none', 'metadata.resourceVersion': '5' })),
    ],
  },
  {
    name: 'bodies that are no objects of the kind',
    steps: [
      ...defined(),
      create(OBJECTS, {}),
      create(OBJECTS, { kind: 'Widget' }),
      create(OBJECTS, { metadata: { name: 'the-first-of-many' }, apiVersion: OTHER }),
      create(OBJECTS, { apiVersion: OTHER, kind: 'Other', metadata: { name: 'a' } }),
      create(OBJECTS, { apiVersion: `${GROUP}/v2`, kind: 'Widget', metadata: { name: 'a' } }),
      create(OBJECTS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }),
      create(OBJECTS, { apiVersion: OTHER, kind: 'Widget' }),
      create(OBJECTS, { apiVersion: OTHER, kind: 'WidgetList', items: [] }),
      create(OBJECTS, widget({ metadata: 3 })),
      create(OBJECTS, widget({ metadata: null })),
      create(OBJECTS, widget({ 'metadata.name': 3 })),
      create(OBJECTS, widget({ 'metadata.labels': { a: 1 } })),
      create(OBJECTS, widget({ 'metadata.labels': { a: null, b: 'c' }, 'metadata.name': 'nulls' })),
      create(OBJECTS, widget({ 'metadata.labels': 'x' })),
      create(OBJECTS, widget({ 'metadata.creationTimestamp': 'x' })),
      create(OBJECTS, widget({ 'metadata.finalizers': ['short'] }), { query: { dryRun: 'All' } }),
      create(OBJECTS, widget({ 'metadata.finalizers': [3] })),
      create(OBJECTS, widget({ 'metadata.ownerReferences': [{}] })),
      create(OBJECTS, widget({ 'metadata.annotations': { 'a b': 'x' } })),
      create(OBJECTS, widget({ 'metadata.generation': 'x' })),
      create(OBJECTS, widget({ 'metadata.name': 'Upper' })),
      create(OBJECTS, widget({ 'metadata.name': 'a'.repeat(254) })),
      create(OBJECTS, widget({ 'metadata.name': 'a/b' })),
      create(OBJECTS, widget({ 'metadata.name': null, 'metadata.generateName': 'made-' })),
      create(OBJECTS, widget({ 'metadata.name': null, 'metadata.generateName': 'Bad_' })),
      create(OBJECTS, widget({ 'metadata.namespace': 'other' })),
      create(OBJECTS, 'text'),
      create(OBJECTS, '{'),
      create(OBJECTS, '[]'),
      create(OBJECTS, ''),
      create(OBJECTS, 'null'),
      create(OBJECTS, '{"apiVersion": 1, "kind": "Widget"}'),
    ],
  },
  {
    name: 'content types',
    steps: [
      ...defined(),
      create(
        OBJECTS,
        `apiVersion: ${OTHER}\nkind: Widget\nmetadata: {name: a}\nspec: {size: 1, text: "on"}\n`,
        typed('application/yaml'),
      ),
      create(
        OBJECTS,
        `apiVersion: ${OTHER}\nkind: Widget\nmetadata: {name: b}\nspec: {size: 1, size: 2, other: 3}\n`,
        typed('application/yaml'),
      ),
      create(OBJECTS, '{"kind":"Widget","metadata":{"name":"b"}}', {
        ...typed('application/vnd.kubernetes.protobuf'),
        query: { fieldValidation: 'Ignore' },
      }),
      create(OBJECTS, widget({ 'metadata.name': 'c' }), typed('text/plain')),
      create(OBJECTS, widget({ 'metadata.name': 'c' }), typed('application/cbor')),
      create(OBJECTS, widget({ 'metadata.name': 'd' }), {
        headers: { accept: 'application/vnd.kubernetes.protobuf, */*' },
      }),
      get(A, { headers: { accept: 'application/yaml' } }),
      get(A, { headers: { accept: 'application/vnd.kubernetes.protobuf' }, only: [] }),
      get(A, { headers: { accept: 'application/vnd.kubernetes.protobuf, application/json' } }),
      get(A, { headers: { accept: 'text/html' } }),
      get(OBJECTS, { headers: { accept: 'application/vnd.kubernetes.protobuf' }, only: [] }),
      get(OBJECTS, { headers: { accept: 'application/cbor' } }),
      patch(A, 'merge', {}, typed('application/xml')),
      patch(A, 'strategic', {}),
      patch(
        A,
        'merge',
        { metadata: { labels: { e: 'f' } } },
        { headers: { 'content-type': 'application/merge-patch+json', accept: 'application/yaml' } },
      ),
      get(A, { query: { pretty: 'true' }, asText: true }),
      get(A, { asText: true }),
    ],
  },
  {
    name: 'metadata alone',
    steps: [
      ...defined(),
      made('a'),
      made('b'),
      get(A, accept('PartialObjectMetadata')),
      get(A, accept('PartialObjectMetadata', 'yaml')),
      get(OBJECTS, accept('PartialObjectMetadataList')),
      get(OBJECTS, accept('PartialObjectMetadata')),
      get(A, accept('PartialObjectMetadataList')),
      get(OBJECTS, { headers: { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1beta1' } }),
      get(A, accept('PartialObjectMetadata', 'vnd.kubernetes.protobuf')),
      get(OBJECTS, accept('PartialObjectMetadataList', 'vnd.kubernetes.protobuf')),
      get(A, accept('Other')),
      watch(2, {}, accept('PartialObjectMetadata')),
      patch(
        A,
        'merge',
        { metadata: { labels: { c: 'd' } } },
        { headers: { 'content-type': 'application/merge-patch+json', ...accept('PartialObjectMetadata').headers } },
      ),
      remove(A, undefined, accept('PartialObjectMetadata')),
    ],
  },
  {
    name: 'lists',
    steps: [
      ...defined(),
      get(OBJECTS),
      made('a'),
      made('b', { 'metadata.labels': { of: 'two' } }),
      made('c', { 'metadata.labels': { of: 'two' } }),
      get(OBJECTS, {
        query: { labelSelector: 'of=two' },
        only: ['items.0.metadata.name', 'items.1.metadata.name', 'metadata'],
      }),
      get(OBJECTS, { query: { labelSelector: 'a b' } }),
      get(OBJECTS, {
        query: { fieldSelector: 'metadata.name=b' },
        only: ['items.0.metadata.name', 'items.1.metadata.name'],
      }),
      get(OBJECTS, {
        query: { fieldSelector: 'metadata.namespace=<ns>,metadata.name!=b' },
        only: ['items.0.metadata.name', 'items.1.metadata.name', 'items.2'],
      }),
      get(OBJECTS, { query: { fieldSelector: 'spec.size=1' } }),
      get(OBJECTS, { query: { fieldSelector: 'x' } }),
      get(OBJECTS, {
        query: { limit: '2' },
        keep: { next: 'metadata.continue' },
        only: ['metadata', 'items.0.metadata.name', 'items.1.metadata.name'],
      }),
      get(OBJECTS, {
        query: { limit: '2', continue: '<next>' },
        only: ['metadata', 'items.0.metadata.name', 'items.1'],
      }),
      get(OBJECTS, { query: { limit: 'x' } }),
      get(OBJECTS, { query: { continue: 'x' } }),
      get(OBJECTS, {
        query: { resourceVersion: '<b>', resourceVersionMatch: 'Exact' },
        only: ['metadata', 'items.0.metadata.name', 'items.1.metadata.name', 'items.2'],
      }),
      get(OBJECTS, { query: { resourceVersion: '0' }, only: ['kind', 'items.2.metadata.name'] }),
      get(OBJECTS, { query: { resourceVersion: 'x' } }),
      get(`/apis/${GROUP}/v1/widgets`, { only: ['kind', 'items.0.metadata.namespace', 'items.2.metadata.name'] }),
    ],
  },
  {
    name: 'watches',
    steps: [
      ...defined(),
      made('a'),
      made('b'),
      patch(A, 'merge', { spec: { size: 1 } }, { only: [] }),
      remove(A, undefined, { only: [] }),
      watch(3, { resourceVersion: '<a>' }),
      watch(1, { resourceVersion: '<a>', labelSelector: 'name=b' }),
      watch(2, { resourceVersion: '<a>', fieldSelector: 'metadata.name=a' }),
      watch(1, {}),
      watch(1, { resourceVersion: '0' }),
      watch(2, { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: 'true' }),
      watch(2, { resourceVersion: '<a>' }, accept('Table')),
      watch(1, {}, { headers: { accept: 'application/yaml' } }),
      watch(1, { resourceVersion: 'x' }),
      get(`${OBJECTS}/b`, { query: { watch: 'true' }, events: 1 }),
      get(`/apis/${GROUP}/v1/watch/namespaces/<ns>/widgets`, { events: 1 }),
    ],
  },
];
