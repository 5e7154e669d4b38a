import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { definitionOf } from '../support/definitions.js';

/** A write: method, path and body. */
export interface Write {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: JsonObject;
}

export const GROUP = 'stored.example';
const CORE = '/api/v1/namespaces/kept';
const WIDGETS = `/apis/${GROUP}/v1/namespaces/kept/widgets`;
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const APPLY = '?fieldManager=writer&force=true';

const post = (path: string, body: JsonObject): Write => ({ method: 'POST', path, body });
const apply = (path: string, body: JsonObject): Write => ({ method: 'PATCH', path: `${path}${APPLY}`, body });

const labels = { app: 'web' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'example.io/web:1' }] } };
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  ...definitionOf({ group: GROUP }),
} as unknown as JsonObject;

/** Objects of every form in the store: built-in kinds, a definition, custom objects, updated, applied and deleted objects. */
export const WRITES: readonly Write[] = [
  post('/api/v1/namespaces', { metadata: { name: 'kept' } }),
  post(`${CORE}/configmaps`, {
    metadata: { name: 'texts', annotations: { note: 'ä€😀\u0000\u2028' } },
    data: { long: 'x'.repeat(5000), empty: '' },
    binaryData: { bytes: 'AAEC/w==' },
  }),
  post(`${CORE}/configmaps`, { metadata: { name: 'changed', finalizers: ['example.io/wait'] }, data: { size: '1' } }),
  { method: 'PUT', path: `${CORE}/configmaps/changed`, body: { metadata: { name: 'changed' }, data: { size: '2' } } },
  post(`${CORE}/configmaps`, { metadata: { name: 'deleted' } }),
  { method: 'DELETE', path: `${CORE}/configmaps/deleted` },
  post(`${CORE}/configmaps`, { metadata: { name: 'terminating', finalizers: ['example.io/wait'] } }),
  { method: 'DELETE', path: `${CORE}/configmaps/terminating` },
  apply(`${CORE}/configmaps/applied`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'applied' },
    data: { size: '1' },
  }),
  post(`${CORE}/secrets`, { metadata: { name: 'plain' }, stringData: { text: 'public' } }),
  post(`${CORE}/events`, {
    metadata: { name: 'short-lived' },
    involvedObject: { namespace: 'kept', kind: 'ConfigMap', name: 'texts' },
    reason: 'Stored',
  }),
  post(`${CORE}/serviceaccounts`, { metadata: { name: 'default' } }),
  post(`${CORE}/pods`, { metadata: { name: 'web', labels }, spec: template.spec }),
  post('/apis/apps/v1/namespaces/kept/deployments', {
    metadata: { name: 'web' },
    spec: { replicas: 3, selector: { matchLabels: labels }, template },
  }),
  post('/apis/rbac.authorization.k8s.io/v1/namespaces/kept/roles', {
    metadata: { name: 'reader' },
    rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }],
  }),
  post('/apis/coordination.k8s.io/v1/namespaces/kept/leases', {
    metadata: { name: 'leader' },
    spec: { holderIdentity: 'a', renewTime: '2026-01-02T03:04:05.000006Z' },
  }),
  post(DEFINITIONS, definition),
  post(WIDGETS, { apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { name: 'first' }, spec: { size: 3 } }),
  apply(`${WIDGETS}/applied`, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Widget',
    metadata: { name: 'applied' },
    spec: { size: 9_007_199_254_740_991, notes: ['a', 'b'] },
  }),
  {
    method: 'PATCH',
    path: `${WIDGETS}/first/status${APPLY}`,
    body: {
      apiVersion: `${GROUP}/v1`,
      kind: 'Widget',
      metadata: { name: 'first' },
      status: { ready: true, replicas: 2 },
    },
  },
];

/** The paths whose answers are recorded. */
export const READ: readonly string[] = [
  '/api/v1/namespaces/kept',
  `${CORE}/configmaps/texts`,
  `${CORE}/configmaps/changed`,
  `${CORE}/configmaps/terminating`,
  `${CORE}/configmaps/applied`,
  `${CORE}/secrets/plain`,
  `${CORE}/pods/web`,
  '/apis/apps/v1/namespaces/kept/deployments/web',
  '/apis/rbac.authorization.k8s.io/v1/namespaces/kept/roles/reader',
  '/apis/coordination.k8s.io/v1/namespaces/kept/leases/leader',
  `${DEFINITIONS}/widgets.${GROUP}`,
  `${WIDGETS}/first`,
  `${WIDGETS}/applied`,
];
