import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { another, defined, GROUP, rootSchema, version, WIDGETS } from './definition.js';
import { get, patch, remove } from './steps.js';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const found = (rest: Pick<Step, 'until'>): Step =>
  get('/apis', {
    headers: { accept: AGGREGATED },
    only: ['kind', 'apiVersion', 'items.metadata/name=<ns>\\.example\\.com'],
    ...rest,
  });
/** The name of the first part of models' names: the group, from its end. */
const MODEL = 'com.example.<ns>'.replaceAll('.', '\\.');
const swagger = (names: readonly string[], paths: readonly string[], until: string): Step =>
  get('/openapi/v2', {
    only: [
      ...names.map((name) => `definitions.${name}`),
      ...paths.map((path) => `paths.${path.replaceAll('.', '\\.')}`),
    ],
    until: { status: 200, has: [`definitions.${until}`] },
  });
const document = (name: string): Step =>
  get(`/openapi/v3/apis/${GROUP}/${name}`, {
    until: { status: 200, has: [`components.schemas.${MODEL}\\.${name}\\.Widget`] },
  });
const SCHEMA: JsonObject = {
  type: 'object',
  description: 'A widget.',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer', format: 'int32', minimum: 1, maximum: 9, default: 3, description: 'How large.' },
        text: { type: 'string', nullable: true, pattern: '^a', enum: ['a', 'ab'] },
        either: { 'x-kubernetes-int-or-string': true },
        any: { 'x-kubernetes-preserve-unknown-fields': true },
        list: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        map: { type: 'object', additionalProperties: { type: 'integer' }, 'x-kubernetes-map-type': 'atomic' },
        one: {
          type: 'object',
          properties: { a: { type: 'string' } },
          oneOf: [{ required: ['a'] }, { not: { required: ['a'] } }],
        },
        resource: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
      'x-kubernetes-validations': [{ rule: 'self.size > 1', message: 'm' }],
    },
    status: { type: 'object' },
  },
};

/** What servers say of definitions to those who look around. */
export const customDiscovery: readonly Case[] = [
  {
    name: 'groups, versions and resources',
    steps: [
      ...defined({
        'spec.names.shortNames': ['w', 'wd'],
        'spec.names.categories': ['all', 'some'],
        'spec.names.singular': 'wid',
        'spec.versions.1': another('v2beta1'),
        'spec.versions.2': another('v2', {
          subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } },
        }),
        'spec.versions.3': another('v10', { served: false }),
      }),
      get(`/apis/${GROUP}`, { until: { status: 200, has: ['versions.2'] } }),
      get(`/apis/${GROUP}/v1`, { until: { status: 200 } }),
      get(`/apis/${GROUP}/v2`, { until: { status: 200 } }),
      get(`/apis/${GROUP}/v2beta1`, { until: { status: 200 } }),
      get(`/apis/${GROUP}/v10`),
      found({ until: { status: 200, has: ['items.metadata/name=<ns>\\.example\\.com.versions.2'] } }),
      get('/apis', {
        headers: { accept: 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList' },
        only: ['kind', 'apiVersion', 'items.metadata/name=<ns>\\.example\\.com'],
      }),
      get(`/apis/${GROUP}/v1`, { headers: { accept: 'application/yaml' } }),
      get(`/apis/${GROUP}/v1`, { as: 'anonymous' }),
    ],
  },
  {
    name: 'resources of the whole cluster, and changes',
    steps: [
      ...definedInCluster(),
      get(`/apis/${GROUP}/v1`, { until: { status: 200 } }),
      patch(WIDGETS, 'merge', { spec: { names: { shortNames: ['x'], categories: ['more'] } } }, { only: [] }),
      get(`/apis/${GROUP}/v1`, { until: { status: 200, is: { 'resources.0.shortNames.0': 'x' } } }),
      remove(WIDGETS, undefined, { only: [] }),
      get(`/apis/${GROUP}/v1`, { until: { status: 404 } }),
      get(`/apis/${GROUP}`, { until: { status: 404 } }),
    ],
  },
  {
    name: 'documents of OpenAPI 3',
    steps: [...defined(rootSchema(SCHEMA)), document('v1')],
  },
  {
    name: 'documents of OpenAPI 3 of subresources and several versions',
    steps: [
      ...defined({
        ...version({
          subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } },
          deprecated: true,
        }),
        'spec.versions.1': another('v2'),
      }),
      get(`/openapi/v3/apis/${GROUP}/v1`, {
        until: { status: 200, has: [`components.schemas.${MODEL}\\.v1\\.Widget`] },
        only: [
          'openapi',
          'info',
          `components.schemas.${MODEL}\\.v1\\.Widget`,
          `components.schemas.${MODEL}\\.v1\\.WidgetList`,
          `paths./apis/<ns>\\.example\\.com/v1/namespaces/{namespace}/widgets/{name}/status`,
          `paths./apis/<ns>\\.example\\.com/v1/namespaces/{namespace}/widgets/{name}/scale`,
        ],
      }),
      get(`/openapi/v3/apis/${GROUP}/v2`, {
        until: { status: 200, has: [`components.schemas.${MODEL}\\.v2\\.Widget`] },
        only: [`components.schemas.${MODEL}\\.v2\\.Widget`, `paths./apis/<ns>\\.example\\.com/v2/widgets`],
      }),
      get(`/openapi/v3/apis/${GROUP}/v3`),
    ],
  },
  {
    name: 'documents of OpenAPI 2',
    steps: [
      ...defined(rootSchema(SCHEMA)),
      swagger(
        [`${MODEL}\\.v1\\.Widget`, `${MODEL}\\.v1\\.WidgetList`],
        [`/apis/${GROUP}/v1/namespaces/{namespace}/widgets`, `/apis/${GROUP}/v1/namespaces/{namespace}/widgets/{name}`],
        `${MODEL}\\.v1\\.Widget`,
      ),
    ],
  },
];

function definedInCluster(): readonly Step[] {
  return [
    ...defined({ 'spec.scope': 'Cluster' }).slice(0, 1),
    get(`/apis/${GROUP}/v1/widgets`, { until: { status: 200 }, only: [] }),
  ];
}
