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
import { apply, create, get, patch, remove } from './steps.js';

const made = (name: string, rest: JsonObject = {}): Step =>
  create(OBJECTS, widget({ 'metadata.name': name, 'metadata.labels': { name }, ...rest }), {
    only: [],
    keep: { [name]: 'metadata.resourceVersion' },
  });
const refused = { only: ['reason', 'message', 'details'] };
/** The schema of the first version. */
const SCHEMA: JsonObject = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { size: { type: 'integer' }, text: { type: 'string' } } } },
};

/** Deletion of custom objects, and their dependence on the definition. */
export const livesOfCustomObjects: readonly Case[] = [
  {
    name: 'deletions',
    steps: [
      ...defined(),
      made('a'),
      made('b', { 'metadata.finalizers': ['example.com/wait'] }),
      made('c', { 'metadata.labels': { of: 'some' } }),
      made('d', { 'metadata.labels': { of: 'some' } }),
      remove(A, { preconditions: { uid: 'other' } }),
      remove(A, { preconditions: { resourceVersion: '1' } }),
      remove(A, undefined, { query: { dryRun: 'All' } }),
      remove(A, { gracePeriodSeconds: 30 }),
      remove(`${OBJECTS}/b`, { propagationPolicy: 'Foreground' }),
      patch(`${OBJECTS}/b`, 'merge', { metadata: { finalizers: ['example.com/wait', 'example.com/more'] } }, refused),
      patch(`${OBJECTS}/b`, 'merge', { metadata: { finalizers: null } }),
      get(`${OBJECTS}/b`),
      remove(OBJECTS, undefined, {
        query: { labelSelector: 'of=some', dryRun: 'All' },
        only: ['kind', 'apiVersion', 'items.0.metadata.name', 'items.1.metadata.name'],
      }),
      remove(OBJECTS, undefined, { query: { labelSelector: 'of=some' } }),
      get(OBJECTS, { only: ['items'] }),
      remove(OBJECTS),
      remove(`/apis/${GROUP}/v1/widgets`),
    ],
  },
  {
    name: 'cluster-scoped',
    steps: [
      create(DEFINITIONS, definition({ 'spec.scope': 'Cluster' }), { only: [] }),
      served(`/apis/${GROUP}/v1/widgets`),
      create(`/apis/${GROUP}/v1/widgets`, widget()),
      create(`/apis/${GROUP}/v1/widgets`, widget({ 'metadata.name': 'b', 'metadata.namespace': '<ns>' })),
      create(OBJECTS, widget({ 'metadata.name': 'c' })),
      get(OBJECTS),
      get(`/apis/${GROUP}/v1/widgets/a`),
      remove(`/apis/${GROUP}/v1/widgets/a`),
    ],
  },
  {
    name: 'generations',
    steps: [
      ...defined(
        version({ 'schema.openAPIV3Schema': { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }),
      ),
      create(OBJECTS, widget({ spec: { size: 1 }, status: { a: 1 }, 'metadata.generation': 7 }), {
        only: ['metadata.generation', 'spec', 'status'],
      }),
      patch(A, 'merge', { metadata: { labels: { a: 'b' } } }, { only: ['metadata.generation'] }),
      patch(A, 'merge', { spec: { size: 2 } }, { only: ['metadata.generation'] }),
      patch(A, 'merge', { status: { a: 2 } }, { only: ['metadata.generation', 'status'] }),
      patch(A, 'merge', { other: 1 }, { only: ['metadata.generation', 'other'] }),
      patch(A, 'merge', { metadata: { generation: 99 } }, { only: ['metadata.generation'] }),
    ],
  },
  {
    name: 'several versions',
    steps: [
      ...defined({ 'spec.versions.1': another('v2', { schema: { openAPIV3Schema: SCHEMA } }) }),
      made('a', { spec: { size: 1 } }),
      get(`/apis/${GROUP}/v2/namespaces/<ns>/widgets/a`),
      get(`/apis/${GROUP}/v2/namespaces/<ns>/widgets`),
      create(`/apis/${GROUP}/v2/namespaces/<ns>/widgets`, {
        apiVersion: `${GROUP}/v2`,
        kind: 'Widget',
        metadata: { name: 'b' },
        spec: { size: 2, more: 3 },
      }),
      get(`${OBJECTS}/b`),
      patch(
        `/apis/${GROUP}/v2/namespaces/<ns>/widgets/a`,
        'merge',
        { spec: { text: 'x', more: 'y' } },
        { query: { fieldManager: 'two' } },
      ),
      apply(`/apis/${GROUP}/v2/namespaces/<ns>/widgets/a`, 'three', {
        apiVersion: `${GROUP}/v2`,
        kind: 'Widget',
        spec: { text: 't' },
      }),
      apply(A, 'three', widget({ spec: { text: 'u' } })),
      get(`/apis/${GROUP}/v2/namespaces/<ns>/widgets`, { query: { watch: 'true' }, events: 2 }),
    ],
  },
  {
    name: 'after deletion of their definition',
    steps: [
      ...defined(),
      made('a'),
      remove(WIDGETS, undefined, { only: [] }),
      get(WIDGETS, { until: { status: 404 }, only: [] }),
      get(OBJECTS, { until: { status: 404 } }),
      get(A),
      create(OBJECTS, widget()),
      patch(A, 'merge', {}),
      remove(A),
      get(`/apis/${GROUP}/v1`, { until: { status: 404 } }),
      get(`/apis/${GROUP}`, { until: { status: 404 } }),
    ],
  },
  {
    name: 'without permission',
    steps: [
      ...defined(),
      get(OBJECTS, { as: 'unprivileged' }),
      create(OBJECTS, widget(), { as: 'unprivileged' }),
      get(A, { as: 'unprivileged' }),
      remove(OBJECTS, undefined, { as: 'unprivileged' }),
      get(`${A}/status`, { as: 'unprivileged' }),
      get(DEFINITIONS, { as: 'unprivileged' }),
      get(OBJECTS, { as: 'anonymous' }),
      get(`/apis/${GROUP}/v1`, { as: 'unprivileged', until: { status: 200 } }),
    ],
  },
];
