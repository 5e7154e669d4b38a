import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { CLAIMS, many, TABLE } from './devices.js';
import { apply, create, get, patch, remove } from './steps.js';

const STATUS = `${CLAIMS}/c/status`;
const SHARE = '00000000-0000-4000-8000-000000000001';

const CLAIM: JsonObject = {
  metadata: { name: 'c' },
  spec: {
    devices: {
      requests: [
        { name: 'a', exactly: { deviceClassName: 'c' } },
        { name: 'b', firstAvailable: [{ name: 's', deviceClassName: 'c' }] },
      ],
    },
  },
};
const DEVICE: JsonObject = { driver: 'd.example.com', pool: 'p', device: 'x' };
const RESULT: JsonObject = { ...DEVICE, request: 'a' };
const allocation = (result: JsonObject, rest: JsonObject = {}): JsonObject => ({
  devices: { results: [{ ...RESULT, ...result }], ...rest },
});
const OPAQUE: JsonObject = { opaque: { driver: 'd.example.com', parameters: { a: 'b' } } };
const POD: JsonObject = { resource: 'pods', name: 'p', uid: 'u' };
const condition = (rest: JsonObject = {}): JsonObject => ({
  type: 'Ready',
  status: 'True',
  reason: 'Done',
  message: '',
  lastTransitionTime: '2026-01-02T03:04:05Z',
  ...rest,
});

const REFUSAL = { only: ['reason', 'message', 'details'], query: { dryRun: 'All' } };
const refused = (status: JsonObject) => patch(STATUS, 'merge', { status }, REFUSAL);

const WRONG_ALLOCATIONS: readonly JsonObject[] = [
  { devices: { results: [{}] } },
  allocation({ request: 'x' }),
  allocation({ request: 'a/s' }),
  allocation({ request: 'b/s/t' }),
  allocation({ driver: 'D_', pool: 'a//b', device: 'A.b' }),
  ...['x', SHARE.toUpperCase().replace('1', 'A'), `{${SHARE}}`, SHARE.replaceAll('-', ''), `urn:uuid:${SHARE}`].map(
    (shareID) => allocation({ shareID }),
  ),
  allocation({ shareID: `urn:guid:${SHARE}` }),
  allocation({ shareID: `<${SHARE}>` }),
  allocation({ bindingConditions: ['a'] }),
  { devices: { results: many(33, () => RESULT) } },
  allocation({}, { config: [{}] }),
  allocation({}, { config: [{ source: 'x', requests: ['x', 'a', 'a'], ...OPAQUE }] }),
  allocation({}, { config: many(65, () => ({ source: 'FromClass', ...OPAQUE })) }),
  { ...allocation({}), nodeSelector: { nodeSelectorTerms: [] } },
  { ...allocation({}), nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: 'x', operator: 'y' }] }] } },
];

const WRONG_DEVICES: readonly JsonObject[] = [
  {},
  { ...DEVICE, device: 'y' },
  { ...DEVICE, shareID: 'x' },
  { ...DEVICE, driver: 'D_', pool: 'a//b', device: 'A.b' },
  { ...DEVICE, data: 'x' },
  { ...DEVICE, data: [] },
  { ...DEVICE, data: { a: 'x'.repeat(10 * 1024) } },
  { ...DEVICE, conditions: [{}] },
  { ...DEVICE, conditions: [condition({ type: 'a b', status: 'x', reason: '1', observedGeneration: -1 })] },
  { ...DEVICE, conditions: [condition({ reason: 'x'.repeat(1025), message: 'x'.repeat(32 * 1024 + 1) })] },
  { ...DEVICE, conditions: [condition(), condition()] },
  { ...DEVICE, conditions: many(9, (at) => condition({ type: `C${at}` })) },
  ...['x', '192.0.2.5', '192.0.2.05/24', '::ffff:192.0.2.5/120', '2001:DB8::1/64', '2001:db8:0::1/64'].map((ip) => ({
    ...DEVICE,
    networkData: { ips: [ip] },
  })),
  { ...DEVICE, networkData: { ips: ['192.0.2.5/24', '192.0.2.5/24'] } },
  { ...DEVICE, networkData: { interfaceName: 'x'.repeat(257), hardwareAddress: 'x'.repeat(129) } },
  {
    ...DEVICE,
    networkData: { ips: Array.from({ length: 17 }, (_, index) => `192.0.2.${index}/24`) },
  },
];

/** The status of resource claims: allocations, consumers and devices. */
export const statusOfDevices: readonly Case[] = [
  {
    name: 'allocations of resource claims',
    steps: [
      create(CLAIMS, CLAIM),
      ...WRONG_ALLOCATIONS.map((wrong) => refused({ allocation: wrong })),
      refused({ reservedFor: [POD] }),
      refused({ allocation: allocation({}), reservedFor: [{}] }),
      refused({ allocation: allocation({}), reservedFor: [POD, { ...POD, name: 'q' }] }),
      refused({ allocation: allocation({}), reservedFor: many(257, (at) => ({ ...POD, uid: `u${at}` })) }),
      patch(STATUS, 'merge', {
        metadata: { labels: { a: 'b' }, annotations: { a: 'b' } },
        spec: { devices: { requests: [] } },
        status: {
          allocation: {
            ...allocation(
              { tolerations: [{}], consumedCapacity: { memory: '1024Mi' }, bindingConditions: [] },
              { config: [{ source: 'FromClaim', requests: ['a', 'b/s'], ...OPAQUE }] },
            ),
            nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] },
            allocationTimestamp: '2026-01-02T03:04:05Z',
          },
        },
      }),
      get(`${CLAIMS}/c`, TABLE),
      patch(STATUS, 'strategic', { status: { reservedFor: [POD] } }),
      patch(STATUS, 'strategic', { status: { reservedFor: [{ ...POD, uid: 'v' }] } }),
      get(`${CLAIMS}/c`, TABLE),
      get(STATUS),
      refused({ allocation: allocation({ device: 'y' }) }),
      refused({ allocation: null }),
      patch(
        `${CLAIMS}/c`,
        'merge',
        { metadata: { finalizers: ['a.example.com/b'] } },
        { only: ['message', 'metadata'] },
      ),
      remove(`${CLAIMS}/c`, undefined, { only: ['message', 'status'] }),
      get(`${CLAIMS}/c`, TABLE),
      patch(STATUS, 'strategic', { status: { reservedFor: [{ ...POD, uid: 'w' }] } }, REFUSAL),
      patch(STATUS, 'strategic', { status: { reservedFor: [{ ...POD, uid: 'v', name: 'q' }] } }, REFUSAL),
      patch(STATUS, 'merge', { status: { reservedFor: [POD] } }, { only: ['message', 'status'] }),
      patch(STATUS, 'merge', { status: null }, { only: ['message', 'status'] }),
      get(`${CLAIMS}/c`, TABLE),
    ],
  },
  {
    name: 'devices of resource claims',
    steps: [
      create(CLAIMS, CLAIM),
      patch(
        STATUS,
        'merge',
        { status: { allocation: { devices: { results: [RESULT, { ...RESULT, shareID: SHARE }] } } } },
        { only: ['message', 'status'] },
      ),
      ...WRONG_DEVICES.map((wrong) => refused({ devices: [wrong] })),
      refused({ devices: [DEVICE, DEVICE] }),
      patch(
        STATUS,
        'merge',
        { status: { devices: [DEVICE, { ...DEVICE, shareID: SHARE }] } },
        { only: ['message', 'status'] },
      ),
      patch(
        STATUS,
        'merge',
        {
          status: {
            devices: [
              {
                ...DEVICE,
                conditions: [condition()],
                data: { a: { b: [1] } },
                networkData: { interfaceName: 'eth0', ips: ['192.0.2.5/24', '2001:db8::1/64'], hardwareAddress: 'x' },
              },
              { ...DEVICE, shareID: SHARE },
            ],
          },
        },
        { only: ['message', 'status'] },
      ),
      apply(
        STATUS,
        'm',
        {
          apiVersion: 'resource.k8s.io/v1',
          kind: 'ResourceClaim',
          metadata: { labels: { a: 'b' } },
          status: { devices: [{ ...DEVICE, conditions: [condition({ type: 'Other' })] }] },
        },
        { only: ['message', 'status', 'metadata.managedFields'] },
      ),
      patch(STATUS, 'merge', { status: { allocation: null } }),
    ],
  },
];
