import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import {
  condition,
  defined,
  definition,
  DEFINITIONS,
  GROUP,
  OBJECTS,
  specSchema,
  version,
  widget,
  WIDGETS,
} from './definition.js';
import { apply, create, get, patch, remove, update } from './steps.js';
import { changed, type Changes } from './objects.js';

const STATUS = `${WIDGETS}/status`;
const ESTABLISHED = condition('Established', 'True');
const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const METADATA = { headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' } };
const GONE = get(WIDGETS, { until: { status: 404 } });
const SELECTED = { query: { fieldSelector: `metadata.name=widgets.${GROUP}` } };
/** A definition with other names in the same group. */
const other = (plural: string, kind: string, changes: Changes = {}): JsonObject =>
  definition({ 'metadata.name': `${plural}.${GROUP}`, 'spec.names': { plural, kind }, ...changes });
const refused = { only: ['reason', 'message', 'details'] };

/** Updates and deletion of definitions. */
export const livesOfDefinitions: readonly Case[] = [
  {
    name: 'status subresource',
    steps: [
      ...defined(),
      get(WIDGETS, { only: [], keep: { rv: 'metadata.resourceVersion' } }),
      patch(
        STATUS,
        'merge',
        { metadata: { labels: { a: 'b' } }, spec: { scope: 'Cluster' } },
        { only: ['metadata.labels', 'metadata.generation', 'spec.scope'] },
      ),
      patch(STATUS, 'json', [
        {
          op: 'add',
          path: '/status/conditions/-',
          value: { type: 'Mine', status: 'True', lastTransitionTime: null, reason: 'R', message: 'M' },
        },
      ]),
      ESTABLISHED,
      update(STATUS, definition({ 'metadata.resourceVersion': '<rv>' }), refused),
      update(STATUS, definition(), refused),
      update(STATUS, definition({ status: { storedVersions: ['v1'] } }), { only: ['message', 'status'] }),
      patch(STATUS, 'merge', { status: { conditions: [{ type: 'Mine', status: 'Maybe' }] } }, refused),
      patch(STATUS, 'merge', { status: { conditions: [{ status: 'True' }] } }, { only: ['message', 'status'] }),
      apply(STATUS, 'two', definition({ spec: null, 'status.conditions': [{ type: 'Yours', status: 'True' }] }), {
        only: ['message', 'status.conditions', 'metadata.managedFields'],
      }),
    ],
  },
  {
    name: 'updates',
    steps: [
      ...defined(),
      update(WIDGETS, definition(), refused),
      get(WIDGETS, { only: [], keep: { rv: 'metadata.resourceVersion', uid: 'metadata.uid' } }),
      update(WIDGETS, definition({ 'metadata.resourceVersion': '<rv>', 'metadata.labels': { a: 'b' } }), {
        only: ['metadata', 'spec.names', 'spec.conversion', 'status'],
      }),
      update(WIDGETS, definition({ 'metadata.resourceVersion': '<rv>' }), refused),
      update(WIDGETS, definition({ 'metadata.resourceVersion': '1' }), refused),
      patch(WIDGETS, 'merge', specSchemaPatch({ type: 'thing' }), refused),
      patch(WIDGETS, 'merge', { spec: { conversion: { strategy: 'Webhook' } } }, refused),
      patch(WIDGETS, 'merge', { spec: { preserveUnknownFields: true } }, refused),
      patch(
        WIDGETS,
        'strategic',
        { metadata: { labels: { c: 'd' } } },
        { only: ['metadata.labels', 'metadata.generation'] },
      ),
      patch(WIDGETS, 'strategic', { spec: { versions: [{ name: 'v1', served: false, storage: true }] } }, refused),
      patch(
        WIDGETS,
        'merge',
        { status: { storedVersions: ['v7'] } },
        { only: ['status.storedVersions', 'metadata.generation'] },
      ),
      patch(
        WIDGETS,
        'merge',
        { spec: { names: { categories: ['some'] } } },
        { only: ['metadata.generation', 'spec.names'] },
      ),
      patch(WIDGETS, 'json', [{ op: 'replace', path: '/spec/versions/0/name', value: 'v2' }], refused),
    ],
  },
  {
    name: 'deletion of objects with finalizers',
    steps: [
      ...defined(),
      create(OBJECTS, widget({ 'metadata.finalizers': ['example.com/wait'] }), { only: [] }),
      create(OBJECTS, widget({ 'metadata.name': 'b' }), { only: [] }),
      remove(WIDGETS),
      get(WIDGETS, {
        until: { status: 200, has: ['status.conditions.type=Terminating'] },
        only: ['metadata.finalizers', 'metadata.generation'],
      }),
      get(`${OBJECTS}/b`, { until: { status: 404 } }),
      create(OBJECTS, widget({ 'metadata.name': 'c' })),
      get(`${OBJECTS}/a`, { until: { status: 200, has: ['metadata.deletionTimestamp'] } }),
      condition('Terminating', 'True'),
      patch(`${OBJECTS}/a`, 'merge', { metadata: { finalizers: [] } }, { only: ['metadata.name'] }),
      GONE,
      get(OBJECTS, { until: { status: 404 } }),
    ],
  },
  {
    name: 'deletecollection',
    steps: [
      create(DEFINITIONS, definition({ 'metadata.labels': { of: '<ns>' } }), { only: [] }),
      create(DEFINITIONS, other('gadgets', 'Gadget', { 'metadata.labels': { of: '<ns>' } }), { only: [] }),
      condition('Established', 'True', `${DEFINITIONS}/gadgets.${GROUP}`),
      remove(DEFINITIONS, undefined, {
        query: { labelSelector: 'of=<ns>', dryRun: 'All' },
        only: ['kind', 'items.0.metadata.name', 'status'],
      }),
      remove(DEFINITIONS, undefined, {
        query: { labelSelector: 'of=<ns>' },
        only: ['kind', 'items.0.metadata.name', 'status'],
      }),
      GONE,
      get(DEFINITIONS, { query: { labelSelector: 'of=<ns>' }, only: ['items'], until: { status: 200 } }),
    ],
  },
  {
    name: 'watches',
    steps: [
      create(DEFINITIONS, definition(), { keep: { rv: 'metadata.resourceVersion' }, only: [] }),
      ESTABLISHED,
      get(WIDGETS, { only: [], keep: { settled: 'metadata.resourceVersion' } }),
      patch(WIDGETS, 'merge', { metadata: { labels: { a: 'b' } } }, { only: [] }),
      get(DEFINITIONS, { query: { watch: 'true', resourceVersion: '<settled>', ...SELECTED.query }, events: 1 }),
      get(DEFINITIONS, { query: { watch: 'true', ...SELECTED.query }, events: 1, ...TABLE }),
      get(DEFINITIONS, { query: { watch: 'true', ...SELECTED.query }, events: 1, ...METADATA }),
    ],
  },
  {
    name: 'field selectors',
    steps: [
      get(DEFINITIONS, { query: { fieldSelector: 'spec.group=x' } }),
      get(DEFINITIONS, { query: { fieldSelector: `metadata.name=none.${GROUP}` }, only: ['items'] }),
      get(DEFINITIONS, { query: { fieldSelector: 'metadata.namespace=x' }, only: ['items'] }),
    ],
  },
  {
    name: 'recreation with the same name',
    steps: [
      ...defined(),
      create(OBJECTS, widget(), { only: [] }),
      remove(WIDGETS, undefined, { only: [] }),
      GONE,
      ...defined(version({ 'schema.openAPIV3Schema': { type: 'object', properties: { spec: { type: 'string' } } } })),
      get(OBJECTS, { until: { status: 200, has: ['items'] }, only: ['items'] }),
      create(OBJECTS, widget({ spec: 'text' })),
    ],
  },
];

function specSchemaPatch(schema: JsonObject): JsonObject {
  return { spec: changed(definition(), specSchema(schema))['spec'] ?? null };
}
