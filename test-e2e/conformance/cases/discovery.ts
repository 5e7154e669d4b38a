import type { Case } from '../case.js';
import { get } from './steps.js';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const AGGREGATED_BETA = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';
const CORE = [
  'configmaps',
  'namespaces',
  'namespaces/status',
  'namespaces/finalize',
  'secrets',
  'pods',
  'nodes',
  'events',
  'serviceaccounts/token',
  'pods/eviction',
  'pods/log',
  'pods/exec',
];

/** Discovery, version and OpenAPI documents. */
export const discovery: readonly Case[] = [
  {
    name: 'the core group',
    steps: [
      get('/api'),
      get('/api', { asText: true }),
      get('/api/v1', { only: ['kind', 'apiVersion', 'groupVersion', ...CORE.map((name) => `resources.name=${name}`)] }),
      get('/api', { headers: { accept: 'application/yaml' } }),
      get('/api', { query: { pretty: 'true' }, asText: true }),
    ],
  },
  {
    name: 'groups',
    steps: [
      get('/apis', { only: ['kind', 'apiVersion', 'groups.name=apps', 'groups.name=rbac\\.authorization\\.k8s\\.io'] }),
      get('/apis/apps'),
      get('/apis/rbac.authorization.k8s.io'),
      get('/apis/apps/v1'),
      get('/apis/rbac.authorization.k8s.io/v1'),
      get('/apis/authorization.k8s.io/v1'),
      get('/apis/authentication.k8s.io/v1'),
      get('/apis/coordination.k8s.io/v1'),
      get('/apis/events.k8s.io/v1'),
    ],
  },
  {
    name: 'aggregated discovery',
    steps: [
      get('/api', {
        headers: { accept: AGGREGATED },
        only: [
          'kind',
          'apiVersion',
          'metadata',
          'items.0.metadata',
          ...['configmaps', 'namespaces', 'secrets'].map((name) => `items.0.versions.0.resources.resource=${name}`),
        ],
      }),
      get('/apis', {
        headers: { accept: AGGREGATED },
        only: [
          'kind',
          'apiVersion',
          'metadata',
          'items.metadata/name=apps',
          'items.metadata/name=coordination\\.k8s\\.io',
        ],
      }),
      get('/apis', { headers: { accept: AGGREGATED_BETA }, only: ['kind', 'apiVersion'] }),
      get('/apis', { headers: { accept: `${AGGREGATED},application/json` }, only: ['kind', 'apiVersion'] }),
      get('/apis', { headers: { accept: 'application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList' } }),
      get('/apis/apps', { headers: { accept: AGGREGATED } }),
    ],
  },
  {
    name: 'version and OpenAPI',
    steps: [
      get('/version', { only: ['kind'] }),
      get('/openapi/v3', { only: ['kind', 'paths.nothing'] }),
      get('/openapi/v3/api/v1', {
        only: [
          'openapi',
          'info.title',
          'paths./api/v1/namespaces/{name}.get.operationId',
          'paths./api/v1/namespaces/{name}.get.x-kubernetes-action',
        ],
      }),
      get('/openapi/v2', { only: ['swagger', 'info.title'] }),
      get('/', { only: ['nothing'] }),
    ],
  },
];
