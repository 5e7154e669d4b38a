import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, changed, type Changes } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const ENDPOINTS = '/api/v1/namespaces/<ns>/endpoints';
const SLICES = '/apis/discovery.k8s.io/v1/namespaces/<ns>/endpointslices';
const ADDRESSES = '/apis/networking.k8s.io/v1/ipaddresses';
const CIDRS = '/apis/networking.k8s.io/v1/servicecidrs';

const SUBSETS: JsonObject = {
  metadata: { name: 'e' },
  subsets: [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80 }] }],
};
const SLICE: JsonObject = {
  metadata: { name: 's' },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['192.0.2.1'] }],
  ports: [{ port: 80 }],
};

/** Invalid and non-canonical addresses. */
const FORMS = [
  '',
  'x',
  '010.0.0.1',
  '::ffff:1.2.3.4',
  'FE::1',
  '0.0.0.0',
  '127.0.0.1',
  '169.254.0.1',
  '224.0.0.1',
  '::1',
];

const WRONG_SUBSETS: readonly Changes[] = [
  { 'subsets.0.addresses': [] },
  ...FORMS.map((ip) => ({ 'subsets.0.addresses.0.ip': ip })),
  { 'subsets.0.addresses': null, 'subsets.0.notReadyAddresses': [{ ip: 'FE80::1' }, { ip: '2001:DB8::1' }] },
  { 'subsets.0.addresses.0.hostname': 'a.b', 'subsets.0.addresses.0.nodeName': 'A' },
  { 'subsets.0.ports': [{ port: 80 }, { name: 'a', port: 81 }] },
  { 'subsets.0.ports': [{ name: 'A_b', port: 0, protocol: 'x', appProtocol: 'a b' }] },
  { 'subsets.0.ports.0.protocol': '' },
  { 'subsets.0.ports': null },
];

const WRONG_SLICES: readonly Changes[] = [
  { addressType: null },
  { addressType: 'x' },
  { endpoints: null },
  { ports: null },
  { endpoints: [{}] },
  { 'endpoints.0.addresses': [] },
  ...FORMS.map((ip) => ({ 'endpoints.0.addresses.0': ip })),
  ...FORMS.map((ip) => ({ addressType: 'IPv6', 'endpoints.0.addresses.0': ip })),
  { addressType: 'IPv6', 'endpoints.0.addresses.0': '2001:DB8::1' },
  ...['a.example.com', 'a.example.com.', 'a', 'A.b', '', `${'a'.repeat(64)}.b`].map((name) => ({
    addressType: 'FQDN',
    'endpoints.0.addresses.0': name,
  })),
  { 'endpoints.0.nodeName': 'A_b', 'endpoints.0.hostname': 'a.b' },
  { 'endpoints.0.deprecatedTopology': { 'kubernetes.io/hostname': 'a' } },
  { 'endpoints.0.hints': { forZones: [{ name: 'a' }, { name: 'a' }, { name: 'a b' }], forNodes: [{ name: 'A' }] } },
  { 'endpoints.0.hints': { forZones: Array.from({ length: 9 }, (_, index) => ({ name: `z${index}` })) } },
  { 'endpoints.0.hints': { forNodes: Array.from({ length: 9 }, (_, index) => ({ name: `z${index}` })) } },
  { ports: [{ name: 'a' }, { name: 'a', protocol: 'x', appProtocol: 'a b' }, { name: 'A' }] },
  { ports: [{}, {}] },
  { ports: [{ port: 0 }] },
];

const PARENT = { resource: 'services', namespace: 'a', name: 'b' };
const ADDRESS: JsonObject = { metadata: { name: '192.0.2.77' }, spec: { parentRef: PARENT } };
const CIDR: JsonObject = { metadata: { name: '<ns>' }, spec: { cidrs: ['198.51.100.0/24'] } };

/** Endpoints, EndpointSlices, IPAddresses and ServiceCIDRs. */
export const endpoints: readonly Case[] = [
  {
    name: 'endpoints',
    steps: [
      ...attempts(ENDPOINTS, SUBSETS, WRONG_SUBSETS),
      create(ENDPOINTS, SUBSETS),
      get(ENDPOINTS, TABLE),
      update(`${ENDPOINTS}/e`, changed(SUBSETS, { 'subsets.0.addresses.0.ip': '127.0.0.1' })),
      update(`${ENDPOINTS}/e`, changed(SUBSETS, { 'subsets.0.ports.0.port': 81 })),
      update(`${ENDPOINTS}/f`, changed(SUBSETS, { 'metadata.name': 'f' })),
      patch(`${ENDPOINTS}/e`, 'strategic', { subsets: [{ addresses: [{ ip: '192.0.2.2' }] }] }),
      apply(`${ENDPOINTS}/g`, 'm', {
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: { name: 'g' },
        subsets: [{ addresses: [{ ip: '192.0.2.2' }] }],
      }),
    ],
  },
  {
    name: 'endpoint slices',
    steps: [
      ...attempts(SLICES, SLICE, WRONG_SLICES),
      create(SLICES, SLICE),
      get(SLICES, TABLE),
      patch(`${SLICES}/s`, 'merge', { addressType: 'IPv6' }),
      patch(`${SLICES}/s`, 'merge', { metadata: { labels: { a: 'b' } } }),
      patch(`${SLICES}/s`, 'merge', { metadata: { annotations: { a: 'b' } } }),
      patch(`${SLICES}/s`, 'merge', { ports: [{ port: 81 }] }),
      patch(`${SLICES}/s`, 'merge', { endpoints: [{ addresses: ['127.0.0.1'] }] }),
      apply(`${SLICES}/t`, 'm', {
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: { name: 't' },
        addressType: 'IPv4',
        endpoints: [{ addresses: ['192.0.2.2'], conditions: { ready: true, serving: true, terminating: false } }],
        ports: [{ name: 'a', port: 80 }],
      }),
    ],
  },
  {
    name: 'IP addresses',
    steps: [
      ...attempts(ADDRESSES, ADDRESS, [
        { spec: {} },
        { spec: null },
        { 'spec.parentRef': {} },
        { 'spec.parentRef': { group: 'A b', resource: 'a/b', namespace: '..', name: 'a%b' } },
        ...['x', '010.0.0.1', '::ffff:1.2.3.4', '2001:DB8::1', '2001:db8::0'].map((name) => ({
          'metadata.name': name,
        })),
        { 'metadata.name': '2001:db8::1' },
        {},
      ]),
      create(ADDRESSES, ADDRESS),
      get(`${ADDRESSES}/192.0.2.77`, TABLE),
      patch(`${ADDRESSES}/192.0.2.77`, 'merge', { spec: { parentRef: { name: 'c' } } }),
      patch(`${ADDRESSES}/192.0.2.77`, 'merge', { metadata: { labels: { a: 'b' } } }),
      remove(`${ADDRESSES}/192.0.2.77`),
    ],
  },
  {
    name: 'service CIDRs',
    steps: [
      ...attempts(CIDRS, CIDR, [
        { spec: null },
        { 'spec.cidrs': [] },
        { 'spec.cidrs': ['10.0.0.0/8', '2001:db8::/64', '192.0.2.0/24'] },
        { 'spec.cidrs': ['10.0.0.0/8', '192.0.2.0/24'] },
        ...['x', '10.0.0.1', '10.0.0.1/24', '010.0.0.0/8', '10.0.0.0/08', '::ffff:1.2.3.0/120', '2001:DB8::/64'].map(
          (cidr) => ({ 'spec.cidrs': [cidr] }),
        ),
        { status: { conditions: [{ type: 'Ready', status: 'True', reason: 'a', message: '' }] } },
        { 'spec.cidrs': ['2001:db8::/64', '198.51.100.0/24'] },
      ]),
      create(CIDRS, { ...CIDR, status: { conditions: [{ type: 'Ready' }] } }),
      get(`${CIDRS}/<ns>`, TABLE),
      patch(`${CIDRS}/<ns>`, 'merge', { spec: { cidrs: ['192.0.2.0/24'] } }),
      patch(`${CIDRS}/<ns>`, 'merge', { spec: { cidrs: [] } }),
      patch(`${CIDRS}/<ns>`, 'merge', { spec: { cidrs: ['192.0.2.0/24', '2001:db8::/64'] } }),
      patch(`${CIDRS}/<ns>`, 'merge', { spec: { cidrs: ['198.51.100.0/24', '192.0.2.0/24'] } }),
      patch(`${CIDRS}/<ns>`, 'merge', { spec: { cidrs: ['198.51.100.0/24', '2001:db8::/64'] } }),
      patch(`${CIDRS}/<ns>/status`, 'merge', {
        metadata: { labels: { a: 'b' } },
        spec: { cidrs: [] },
        status: {
          conditions: [
            { type: 'Ready', status: 'True', reason: 'a', message: '', lastTransitionTime: '2026-01-02T03:04:05Z' },
          ],
        },
      }),
      remove(`${CIDRS}/<ns>`),
    ],
  },
];
