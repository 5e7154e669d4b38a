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
/** Prefix of the names of OpenAPI models: the group in reverse order. */
const MODEL = 'com.example.<ns>'.replaceAll('.', '\\.');
const schemasOf = (version: string): readonly string[] =>
  ['Widget', 'WidgetList'].map((kind) => `${MODEL}\\.${version}\\.${kind}`);
/** The OpenAPI documents of a version, once they contain its kinds. */
const swagger = (version: string): Step => described('/openapi/v2', 'definitions', version);
const document = (version: string): Step =>
  described(`/openapi/v3/apis/${GROUP}/${version}`, 'components.schemas', version);
const described = (path: string, parent: string, version: string): Step => {
  const only = schemasOf(version).map((name) => `${parent}.${name}`);
  return get(path, { until: { status: 200, has: only }, only });
};
const SCALE: JsonObject = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' };
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

/** Discovery and OpenAPI documents of custom resources. */
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
    name: 'cluster-scoped resources, and changes',
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
    name: 'OpenAPI 3',
    steps: [...defined(rootSchema(SCHEMA)), document('v1')],
  },
  {
    name: 'OpenAPI 3 with subresources and several versions',
    steps: [
      ...defined({ ...version({ subresources: { status: {}, scale: SCALE } }), 'spec.versions.1': another('v2') }),
      document('v1'),
      document('v2'),
      get(`/openapi/v3/apis/${GROUP}/v3`),
    ],
  },
  { name: 'OpenAPI 2', steps: [...defined(rootSchema(SCHEMA)), swagger('v1')] },
];

function definedInCluster(): readonly Step[] {
  return [
    ...defined({ 'spec.scope': 'Cluster' }).slice(0, 1),
    get(`/apis/${GROUP}/v1/widgets`, { until: { status: 200 }, only: [] }),
  ];
}
