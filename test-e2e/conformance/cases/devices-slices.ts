import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { GROUP, many, named, TABLE } from './devices.js';
import { attempts, variants, type Changes } from './objects.js';
import { apply, create, get, patch, remove } from './steps.js';

const SLICES = `${GROUP}/resourceslices`;
const DEVICE: JsonObject = { name: 'd' };
const SLICE: JsonObject = {
  metadata: { name: '<ns>-x' },
  spec: {
    driver: 'd.example.com',
    nodeName: 'n',
    pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
    devices: [DEVICE],
  },
};
const AT = 'spec.devices.0';
const TERM: JsonObject = { matchExpressions: [{ key: 'a', operator: 'Exists' }] };
const TAINT: JsonObject = { key: 'a', effect: 'NoSchedule' };
const shared = (capacity: JsonObject): Changes => ({
  [`${AT}.allowMultipleAllocations`]: true,
  [`${AT}.capacity`]: { memory: { value: '10', ...capacity } },
});
const range = (validRange: JsonObject, usual: string | null = '4'): Changes =>
  shared({ requestPolicy: { ...(usual !== null && { default: usual }), validRange } });
const values = (validValues: readonly string[], usual: string | null = '4'): Changes =>
  shared({ requestPolicy: { ...(usual !== null && { default: usual }), validValues: [...validValues] } });

const WRONG_SLICES: readonly Changes[] = [
  { 'metadata.name': 'S_' },
  { 'spec.driver': null },
  { 'spec.driver': 'd_' },
  { 'spec.driver': `${'a.'.repeat(40)}a` },
  { 'spec.pool': null },
  { 'spec.pool.name': 'a//B_' },
  { 'spec.pool.name': 'a'.repeat(254) },
  { 'spec.pool.generation': -1, 'spec.pool.resourceSliceCount': -1 },
  { 'spec.nodeName': null },
  { 'spec.nodeName': '' },
  { 'spec.nodeName': 'N_' },
  { 'spec.allNodes': true },
  { 'spec.allNodes': false, 'spec.perDeviceNodeSelection': false },
  { 'spec.nodeName': null, 'spec.nodeSelector': { nodeSelectorTerms: [] } },
  { 'spec.nodeName': null, 'spec.nodeSelector': { nodeSelectorTerms: [{ matchExpressions: [{}] }] } },
  { 'spec.nodeSelector': { nodeSelectorTerms: [TERM] } },
  { 'spec.sharedCounters': [{ name: 'c', counters: { a: { value: '1' } } }] },
  { 'spec.devices': null, 'spec.sharedCounters': [{}] },
  { 'spec.devices': null, 'spec.sharedCounters': [{ name: 'C_', counters: { A_: { value: '1' } } }] },
  {
    'spec.devices': null,
    'spec.sharedCounters': many(2, () => ({ name: 'c', counters: { a: { value: '1' } } })),
  },
  {
    'spec.devices': null,
    'spec.sharedCounters': many(9, (at) => ({ name: `c${at}`, counters: { a: { value: '1' } } })),
  },
  {
    'spec.devices': null,
    'spec.sharedCounters': [
      { name: 'c', counters: Object.fromEntries(many(33, (at) => [`k${at}`, { value: '1' }] as const)) },
    ],
  },
  { 'spec.devices': [{}] },
  { 'spec.devices': [DEVICE, DEVICE] },
  { 'spec.devices': many(129, (at) => ({ name: `d${at}` })) },
  { 'spec.devices': many(65, (at) => ({ name: `d${at}`, taints: [TAINT] })) },
  { [`${AT}.name`]: 'A.b' },
  ...['a b', '/a', 'd/', 'D_/a', 'x'.repeat(33), `${'a'.repeat(64)}/${'x'.repeat(33)}`].map((name) => ({
    [`${AT}.attributes`]: { [name]: { int: 1 } },
    [`${AT}.capacity`]: { [name]: { value: '1' } },
  })),
  { [`${AT}.attributes`]: { a: {} } },
  { [`${AT}.attributes`]: { a: { int: 1, bool: true } } },
  { [`${AT}.attributes`]: { a: { ints: [1] } } },
  { [`${AT}.attributes`]: { a: { string: 'x'.repeat(65) } } },
  { [`${AT}.attributes`]: { [`${'x'.repeat(200)}/a`]: {} } },
  ...['1.2', 'v1.2.3', '1.2.3-', '01.2.3', `1.2.3-${'x'.repeat(65)}`].map((version) => ({
    [`${AT}.attributes`]: { a: { version } },
  })),
  { [`${AT}.attributes`]: Object.fromEntries(many(33, (at) => [`a${at}`, { int: at }] as const)) },
  { [`${AT}.attributes`]: Object.fromEntries(many(49, (at) => [`a${at}`, { int: at }] as const)) },
  { [`${AT}.capacity`]: { a: { value: '1', requestPolicy: { default: '1' } } } },
  values(['4', '1']),
  values(['1', '4', '4']),
  values(['1', '4', '11']),
  values(['1', '2']),
  values(['1'], null),
  values(many(11, (at) => String(at))),
  range({}),
  range({ min: '1' }, null),
  range({ min: '11' }),
  range({ min: '5', max: '3' }),
  range({ min: '1', max: '11' }),
  range({ min: '1', step: '10' }),
  range({ min: '1', max: '6', step: '2' }),
  shared({ requestPolicy: { default: '4', validValues: ['4'], validRange: { min: '1' } } }),
  ...[{}, { key: 'a b', value: 'a b', effect: 'x' }, { key: 'a', effect: 'PreferNoSchedule' }].map((taint) => ({
    [`${AT}.taints`]: [taint],
  })),
  { [`${AT}.taints`]: many(17, () => TAINT) },
  { [`${AT}.consumesCounters`]: [{}] },
  { [`${AT}.consumesCounters`]: [{ counterSet: 'C_', counters: { A_: { value: '1' } } }] },
  { [`${AT}.consumesCounters`]: many(2, () => ({ counterSet: 'c', counters: { a: { value: '1' } } })) },
  { [`${AT}.consumesCounters`]: many(3, (at) => ({ counterSet: `c${at}`, counters: { a: { value: '1' } } })) },
  { [`${AT}.nodeName`]: 'n' },
  ...[
    {},
    { nodeName: '' },
    { nodeName: 'N_', allNodes: false },
    { nodeName: 'n', allNodes: true, nodeSelector: { nodeSelectorTerms: [] } },
  ].map((nodes) => ({
    'spec.nodeName': null,
    'spec.perDeviceNodeSelection': true,
    'spec.devices': [{ ...DEVICE, ...nodes }],
  })),
  { [`${AT}.bindingConditions`]: ['a'] },
  { [`${AT}.bindingFailureConditions`]: ['a'] },
  { [`${AT}.bindingConditions`]: ['a', 'a', 'b'], [`${AT}.bindingFailureConditions`]: ['a', 'c', 'c'] },
  { [`${AT}.bindingConditions`]: ['a b'], [`${AT}.bindingFailureConditions`]: ['', 'x'] },
  { [`${AT}.bindingConditions`]: many(5, (at) => `a${at}`), [`${AT}.bindingFailureConditions`]: ['b'] },
];

const VALID_SLICES: readonly Changes[] = [
  { 'spec.driver': 'D.example.com' },
  {
    [`${AT}.attributes`]: {
      a: { int: 123456789 },
      'd.example.com/b': { bool: false },
      c: { string: '' },
      'a/b/c': { version: '1.2.3-rc.1+build.2' },
    },
  },
  { [`${AT}.nodeAllocatableResourceMappings`]: { memory: { capacityKey: 'memory' } } },
  { [`${AT}.attributes`]: { a: { int: 1, ints: [1] } } },
  range({ min: '1', max: '7', step: '3' }),
  range({ min: '1' }),
  values(['1', '4', '9']),
  shared({ requestPolicy: { default: '1' } }),
  {
    [`${AT}.consumesCounters`]: [{ counterSet: 'c', counters: { a: { value: '0.5' } } }],
    [`${AT}.bindsToNode`]: true,
    [`${AT}.bindingConditions`]: ['a'],
    [`${AT}.bindingFailureConditions`]: ['b'],
  },
  {
    'spec.nodeName': null,
    'spec.perDeviceNodeSelection': true,
    'spec.devices': [{ ...DEVICE, nodeSelector: { nodeSelectorTerms: [TERM, TERM] } }],
  },
  {
    'spec.nodeName': null,
    'spec.allNodes': true,
    'spec.devices': null,
    'spec.sharedCounters': [{ name: 'c', counters: { a: { value: '1Gi' } } }],
  },
  { [`${AT}.taints`]: [{ ...TAINT, timeAdded: '2026-01-02T03:04:05Z' }] },
  { [`${AT}.taints`]: [{ key: 'a', effect: 'None', value: 'b', timeAdded: '2026-01-02T03:04:05Z' }] },
];

/** Slices of devices. */
export const slicesOfDevices: readonly Case[] = [
  {
    name: 'resource slices',
    steps: [
      create(SLICES, named(SLICE)),
      get(`${SLICES}/<ns>`, TABLE),
      ...attempts(SLICES, SLICE, WRONG_SLICES),
      ...variants(SLICES, SLICE, 'spec', VALID_SLICES),
      ...[
        { spec: { driver: 'e.example.com' } },
        { spec: { pool: { name: 'q' }, nodeName: 'm', driver: 'e' } },
        { spec: { nodeName: null, allNodes: true } },
        { spec: { pool: { generation: 2 } } },
        { spec: { devices: [{ name: 'd', attributes: { a: { int: 1, ints: [1] } } }] } },
        { spec: { devices: [{ name: 'd', attributes: { a: { int: 1, ints: [2] } } }] } },
        { spec: { devices: [{ name: 'd', taints: [{ ...TAINT, timeAdded: '2026-01-02T03:04:05Z' }] }] } },
        { metadata: { labels: { a: 'b' } } },
      ].map((body) => patch(`${SLICES}/<ns>`, 'merge', body)),
      get(`${SLICES}?fieldSelector=metadata.name%3D<ns>,spec.driver%3Dd.example.com,spec.nodeName%3Dn`, {
        only: ['items.0.metadata.name'],
      }),
      get(`${SLICES}?fieldSelector=metadata.name%3D<ns>,spec.nodeName%3Dm`, { only: ['items'] }),
      apply(`${SLICES}/<ns>`, 'm', {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceSlice',
        spec: { driver: 'd.example.com', pool: { name: 'p', generation: 3, resourceSliceCount: 2 } },
      }),
      remove(`${SLICES}/<ns>`),
    ],
  },
];
