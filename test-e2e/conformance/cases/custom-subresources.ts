import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { A, another, defined, GROUP, OBJECTS, version, widget, WIDGETS } from './definition.js';
import type { Changes } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const STATUS = `${A}/status`;
const SCALE = `${A}/scale`;
const INTEGER: JsonObject = { type: 'integer' };
const SCALED = {
  specReplicasPath: '.spec.size',
  statusReplicasPath: '.status.size',
  labelSelectorPath: '.status.selector',
};
const withStatus: Changes = version({
  subresources: { status: {} },
  'schema.openAPIV3Schema.properties.status': {
    type: 'object',
    properties: { size: INTEGER, selector: { type: 'string' }, phase: { type: 'string', enum: ['Good', 'Bad'] } },
  },
});
const withScale: Changes = { ...withStatus, ...version({ 'subresources.scale': SCALED }) };
const scaleOf = (rest: JsonObject): JsonObject => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name: 'a', namespace: '<ns>' },
  ...rest,
});

/** `status` and `scale` of custom objects. */
export const customSubresources: readonly Case[] = [
  {
    name: 'status',
    steps: [
      ...defined(withStatus),
      create(OBJECTS, widget({ spec: { size: 1 }, status: { size: 9 } })),
      get(STATUS),
      patch(A, 'merge', { status: { size: 5 }, spec: { size: 2 } }),
      patch(STATUS, 'merge', {
        status: { size: 5 },
        spec: { size: 7 },
        metadata: { labels: { a: 'b' }, annotations: { c: 'd' } },
      }),
      patch(STATUS, 'json', [{ op: 'replace', path: '/status/size', value: 6 }]),
      patch(STATUS, 'strategic', { status: { size: 6 } }),
      patch(STATUS, 'merge', { status: { phase: 'Other' } }),
      patch(STATUS, 'merge', { status: { unknown: 1 } }),
      patch(STATUS, 'merge', { status: null }),
      get(A, { keep: { rv: 'metadata.resourceVersion' } }),
      update(
        STATUS,
        widget({ 'metadata.resourceVersion': '<rv>', spec: { size: 8 }, status: { size: 1, phase: 'Good' } }),
      ),
      update(STATUS, widget({ 'metadata.resourceVersion': '<rv>', status: {} })),
      update(STATUS, widget({ status: {} })),
      update(A, widget({ spec: { size: 9 }, status: { size: 77 } })),
      remove(STATUS),
      create(STATUS, widget()),
      get(`${OBJECTS}/none/status`),
      patch(`${OBJECTS}/none/status`, 'merge', { status: {} }),
      get(STATUS, { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }),
      get(STATUS, { query: { watch: 'true' } }),
    ],
  },
  {
    name: 'generation with the status subresource',
    steps: [
      ...defined(withStatus),
      create(OBJECTS, widget({ spec: { size: 1 } }), { only: ['metadata.generation'] }),
      patch(STATUS, 'merge', { status: { size: 1 } }, { only: ['metadata.generation', 'status'] }),
      patch(A, 'merge', { metadata: { labels: { a: 'b' } } }, { only: ['metadata.generation'] }),
      patch(A, 'merge', { spec: { size: 2 } }, { only: ['metadata.generation'] }),
      remove(A, { propagationPolicy: 'Orphan' }),
      get(A, { only: ['metadata.generation', 'metadata.finalizers'] }),
      patch(A, 'merge', { metadata: { finalizers: null } }, { only: ['metadata.generation'] }),
    ],
  },
  {
    name: 'scale',
    steps: [
      ...defined(withScale),
      create(OBJECTS, widget({ spec: { size: 3 } }), { only: [] }),
      get(SCALE),
      patch(STATUS, 'merge', { status: { size: 2, selector: 'app=x' } }, { only: ['status'] }),
      get(SCALE, { keep: { rv: 'metadata.resourceVersion' } }),
      update(SCALE, scaleOf({ spec: { replicas: 5 } }), { query: { fieldManager: 'scaler' } }),
      get(A),
      patch(SCALE, 'merge', { spec: { replicas: 6 } }),
      patch(SCALE, 'json', [{ op: 'replace', path: '/spec/replicas', value: 7 }]),
      patch(SCALE, 'strategic', { spec: { replicas: 6 } }),
      patch(SCALE, 'merge', { status: { replicas: 99 } }),
      patch(SCALE, 'merge', { spec: { replicas: -1 } }),
      patch(SCALE, 'merge', { spec: { replicas: 'x' } }),
      patch(SCALE, 'merge', { spec: null }),
      update(
        SCALE,
        scaleOf({ spec: { replicas: 1 }, metadata: { name: 'a', namespace: '<ns>', resourceVersion: '<rv>' } }),
      ),
      update(SCALE, scaleOf({ spec: { replicas: 1 }, metadata: { name: 'b', namespace: '<ns>' } })),
      update(SCALE, scaleOf({ kind: 'Widget' })),
      update(SCALE, scaleOf({ apiVersion: 'autoscaling/v2' })),
      update(SCALE, widget({ spec: { size: 1 } })),
      update(SCALE, scaleOf({})),
      apply(SCALE, 'one', scaleOf({ spec: { replicas: 4 } })),
      apply(SCALE, 'one', scaleOf({ spec: { replicas: 4 } }), { query: { force: 'true' } }),
      get(`${OBJECTS}/none/scale`),
      update(
        `${OBJECTS}/none/scale`,
        scaleOf({ metadata: { name: 'none', namespace: '<ns>' }, spec: { replicas: 1 } }),
      ),
      remove(SCALE),
      get(SCALE, { headers: { accept: 'application/vnd.kubernetes.protobuf, application/json' }, only: [] }),
      get(SCALE, { headers: { accept: 'application/yaml' } }),
      get(A, { only: ['spec', 'metadata.generation', 'metadata.managedFields'] }),
    ],
  },
  {
    name: 'scale with missing paths',
    steps: [
      ...defined(withScale),
      create(OBJECTS, widget(), { only: [] }),
      get(SCALE),
      patch(SCALE, 'merge', { spec: { replicas: 2 } }),
      patch(SCALE, 'merge', { metadata: { labels: { a: 'b' } } }),
      update(SCALE, scaleOf({ spec: { replicas: 3 } })),
      get(SCALE),
      get(A),
    ],
  },
  {
    name: 'scale with fields of other types',
    steps: [
      ...defined({
        ...version({
          subresources: { scale: SCALED },
          'schema.openAPIV3Schema': { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        }),
      }),
      create(OBJECTS, widget({ spec: { size: 'x' } }), { only: ['message'] }),
      get(SCALE),
      create(OBJECTS, widget({ 'metadata.name': 'b', spec: { size: 1.5 }, status: { size: 'y', selector: 3 } }), {
        only: ['message'],
      }),
      get(`${OBJECTS}/b/scale`),
      create(OBJECTS, widget({ 'metadata.name': 'c', spec: 'text' }), { only: ['message'] }),
      get(`${OBJECTS}/c/scale`),
      create(OBJECTS, widget({ 'metadata.name': 'd', spec: { size: 2 }, status: { size: 'y', selector: 'a b=' } }), {
        only: ['message'],
      }),
      get(`${OBJECTS}/d/scale`),
      create(OBJECTS, widget({ 'metadata.name': 'e', spec: { size: 3000000000 } }), { only: ['message'] }),
      get(`${OBJECTS}/e/scale`),
    ],
  },
  {
    name: 'per version, and removed',
    steps: [
      ...defined({ ...withScale, 'spec.versions.1': another('v2') }),
      create(OBJECTS, widget({ spec: { size: 1 } }), { only: [] }),
      get(`/apis/${GROUP}/v2/namespaces/<ns>/widgets/a/status`),
      get(`/apis/${GROUP}/v2/namespaces/<ns>/widgets/a/scale`),
      get(`/apis/${GROUP}/v1`),
      get(`/apis/${GROUP}/v2`),
      patch(WIDGETS, 'json', [{ op: 'remove', path: '/spec/versions/0/subresources' }], { only: [] }),
      get(SCALE, { until: { status: 404 } }),
      get(STATUS, { until: { status: 404 } }),
      patch(A, 'merge', { status: { size: 4 } }, { only: ['status', 'metadata.generation'] }),
    ],
  },
];
