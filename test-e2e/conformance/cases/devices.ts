import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, changed, variants, type Changes } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

export const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
export const GROUP = '/apis/resource.k8s.io/v1';
const CLASSES = `${GROUP}/deviceclasses`;
export const CLAIMS = `${GROUP}/namespaces/<ns>/resourceclaims`;
const TEMPLATES = `${GROUP}/namespaces/<ns>/resourceclaimtemplates`;

export const named = (object: JsonObject): JsonObject => changed(object, { 'metadata.name': '<ns>' });
const cel = (expression: string): JsonObject => ({ cel: { expression } });
const OPAQUE: JsonObject = { opaque: { driver: 'd.example.com', parameters: { a: 'b' } } };
export const many = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

const CLASS: JsonObject = {
  metadata: { name: '<ns>-x' },
  spec: { selectors: [cel('device.driver == "d.example.com"')], config: [OPAQUE] },
};

/** Wrong configurations at a place of an object. */
const wrongConfigurations = (path: string): readonly Changes[] => [
  { [path]: {} },
  { [path]: { opaque: {} } },
  { [path]: { opaque: { driver: 'D_', parameters: { a: 'b' } } } },
  { [path]: { opaque: { driver: `${'a.'.repeat(40)}a`, parameters: { a: 'b' } } } },
  ...[null, [], 'x', 1, { a: 'x'.repeat(10 * 1024) }].map((parameters) => ({
    [path]: { opaque: { driver: 'd', parameters } },
  })),
];

/** Wrong selectors at a place of an object, apart from those with wrong expressions. */
const wrongSelectors = (path: string): readonly Changes[] => [
  { [path]: [{}] },
  { [path]: [cel('x'.repeat(10 * 1024 + 1))] },
  { [path]: many(33, () => cel('true')) },
];

const REQUEST: JsonObject = { name: 'a', exactly: { deviceClassName: 'c' } };
const CLAIM: JsonObject = { metadata: { name: 'c' }, spec: { devices: { requests: [REQUEST] } } };
const EXACTLY = 'spec.devices.requests.0.exactly';
const alternative = (name: string): JsonObject => ({ name, deviceClassName: 'c' });

const WRONG_TOLERATIONS: readonly JsonObject[] = [
  { operator: 'x' },
  { operator: 'Exists', value: 'x' },
  { operator: 'Equal', key: 'a b', value: 'a b' },
  { effect: 'x' },
  { effect: 'PreferNoSchedule', tolerationSeconds: -1 },
];

const WRONG_CLAIMS: readonly Changes[] = [
  { 'metadata.name': 'C_' },
  { 'spec.devices.requests': [{}] },
  { 'spec.devices.requests': [{ name: 'A.b' }] },
  { 'spec.devices.requests': [REQUEST, REQUEST] },
  { 'spec.devices.requests': many(33, (index) => ({ ...REQUEST, name: `r${index}` })) },
  { 'spec.devices.requests.0.firstAvailable': [alternative('b')] },
  { [EXACTLY]: {} },
  { [`${EXACTLY}.deviceClassName`]: 'C_' },
  ...wrongSelectors(`${EXACTLY}.selectors`),
  { [`${EXACTLY}.allocationMode`]: 'x' },
  { [`${EXACTLY}.allocationMode`]: 'All', [`${EXACTLY}.count`]: 1 },
  { [`${EXACTLY}.count`]: -1 },
  ...WRONG_TOLERATIONS.map((toleration) => ({ [`${EXACTLY}.tolerations`]: [toleration] })),
  ...[{}, { name: 'B_', deviceClassName: 'C_', allocationMode: 'x' }].map((wrong) => ({
    'spec.devices.requests': [{ name: 'a', firstAvailable: [wrong] }],
  })),
  { 'spec.devices.requests': [{ name: 'a', firstAvailable: [alternative('b'), alternative('b')] }] },
  { 'spec.devices.requests': [{ name: 'a', firstAvailable: many(9, (index) => alternative(`s${index}`)) }] },
  { 'spec.devices.constraints': [{}] },
  ...['model', 'D_/x y', '/x', 'd/', 'a/b/c', `d.example.com/${'x'.repeat(33)}`].map((name) => ({
    'spec.devices.constraints': [{ matchAttribute: name }, { distinctAttribute: name }],
  })),
  ...['b', 'a/b', 'a/b/c', '', 'A_'].map((name) => ({
    'spec.devices.constraints': [{ requests: [name], matchAttribute: 'd.example.com/model' }],
  })),
  { 'spec.devices.constraints': [{ requests: ['a', 'a'], matchAttribute: 'd.example.com/model' }] },
  { 'spec.devices.constraints': many(33, () => ({ matchAttribute: 'd.example.com/model' })) },
  { 'spec.devices.config': [{ requests: ['b', 'a', 'a'], ...OPAQUE }] },
  { 'spec.devices.config': many(33, () => OPAQUE) },
  ...wrongConfigurations('spec.devices.config.0'),
];

const DEFAULTED: readonly Changes[] = [
  { 'spec.devices': null },
  { 'spec.devices.requests': [] },
  { [`${EXACTLY}.allocationMode`]: 'All' },
  { [`${EXACTLY}.count`]: 0 },
  { [`${EXACTLY}.tolerations`]: [{}, { operator: 'Exists' }, { key: 'a', tolerationSeconds: 0 }] },
  { [`${EXACTLY}.tolerations`]: many(17, () => ({ operator: 'Exists' })) },
  { [`${EXACTLY}.capacity`]: { requests: { memory: '1024Mi' } } },
  { 'spec.devices.requests': [{ name: 'a', firstAvailable: [alternative('b'), { ...alternative('c'), count: 2 }] }] },
  {
    'spec.devices.requests': [REQUEST, { name: 'b', firstAvailable: [alternative('c')] }],
    'spec.devices.constraints': [
      { requests: ['a', 'b/c'], matchAttribute: 'd.example.com/x', distinctAttribute: 'd.example.com/y' },
    ],
    'spec.devices.config': [{ requests: ['b', 'b/c'], ...OPAQUE }],
    status: { allocation: {} },
  },
];

/** Classes of devices, claims and their templates, apart from the status of claims. */
export const devices: readonly Case[] = [
  {
    name: 'device classes',
    steps: [
      create(CLASSES, named(CLASS)),
      get(`${CLASSES}/<ns>`, TABLE),
      ...attempts(CLASSES, CLASS, [
        { 'metadata.name': 'C_' },
        { 'metadata.name': null, 'metadata.generateName': 'C_' },
        ...wrongSelectors('spec.selectors'),
        ...wrongConfigurations('spec.config.0'),
        { 'spec.config': many(33, () => OPAQUE) },
        ...['gpu', 'kubernetes.io/gpu', 'requests.example.com/gpu', 'example.com/g pu', ''].map((name) => ({
          'spec.extendedResourceName': name,
        })),
      ]),
      ...variants(CLASSES, CLASS, 'spec', [
        { spec: null },
        { spec: {} },
        { 'spec.extendedResourceName': 'example.com/gpu' },
      ]),
      ...[
        { spec: { extendedResourceName: 'example.com/gpu' } },
        { spec: { config: null } },
        { spec: { selectors: [{}] } },
        { metadata: { labels: { a: 'b' } } },
        { metadata: { labels: { 'a b': 'c' } } },
        { metadata: { generation: 7 } },
      ].map((body) => patch(`${CLASSES}/<ns>`, 'merge', body)),
      update(`${CLASSES}/<ns>`, named(CLASS)),
      apply(`${CLASSES}/<ns>`, 'm', {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'DeviceClass',
        spec: { extendedResourceName: 'example.com/other' },
      }),
      update(`${CLASSES}/<ns>-missing`, changed(CLASS, { 'metadata.name': '<ns>-missing' })),
      remove(`${CLASSES}/<ns>`),
    ],
  },
  {
    name: 'resource claims',
    steps: [
      create(CLAIMS, CLAIM),
      get(CLAIMS, TABLE),
      ...attempts(CLAIMS, CLAIM, WRONG_CLAIMS),
      ...variants(CLAIMS, CLAIM, 'spec', DEFAULTED),
      ...[
        { spec: { devices: { requests: [] } } },
        { metadata: { labels: { a: 'b' } } },
        { metadata: { generation: 7 }, status: { reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }] } },
      ].map((body) => patch(`${CLAIMS}/c`, 'merge', body)),
      update(`${CLAIMS}/c`, CLAIM),
      apply(`${CLAIMS}/d`, 'm', {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceClaim',
        spec: { devices: { requests: [REQUEST] } },
      }),
      get(`${CLAIMS}?fieldSelector=spec.x%3Dy`),
      remove(`${CLAIMS}/c`),
    ],
  },
  {
    name: 'templates of resource claims',
    steps: [
      create(TEMPLATES, { metadata: { name: 't' }, spec: { spec: CLAIM['spec'] ?? null } }),
      get(TEMPLATES, TABLE),
      ...attempts(TEMPLATES, { metadata: { name: 'u' }, spec: { spec: CLAIM['spec'] ?? null } }, [
        { 'metadata.name': 'T_' },
        { 'spec.metadata': { labels: { 'a b': 'c d' }, annotations: { 'a b': 'c' } } },
        { 'spec.metadata': { name: 'x', namespace: 'y', finalizers: ['a/b'], generateName: 'z' } },
        { 'spec.spec.devices.requests.0.exactly': null },
        { 'spec.spec.devices.requests.0.exactly.count': -1, 'spec.metadata': { uid: 'x' } },
        { 'spec.spec.devices.config': [{ requests: ['b'] }] },
      ]),
      ...variants(TEMPLATES, { metadata: { name: 'u' } }, 'spec', [
        {},
        { spec: { metadata: { labels: { a: 'b' } } } },
        { spec: { spec: { devices: { requests: [{ name: 'a', firstAvailable: [alternative('b')] }] } } } },
      ]),
      ...[
        { spec: { metadata: { labels: { a: 'b' } } } },
        { spec: { spec: { devices: { requests: [{}] } } } },
        { metadata: { labels: { a: 'b' } } },
      ].map((body) => patch(`${TEMPLATES}/t`, 'merge', body)),
      remove(`${TEMPLATES}/t`),
    ],
  },
];
