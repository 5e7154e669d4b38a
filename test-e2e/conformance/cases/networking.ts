import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, changed, type Changes } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const GROUP = '/apis/networking.k8s.io/v1';
const INGRESSES = `${GROUP}/namespaces/<ns>/ingresses`;
const CLASSES = `${GROUP}/ingressclasses`;
const POLICIES = `${GROUP}/namespaces/<ns>/networkpolicies`;

const SERVICE = { service: { name: 'a', port: { number: 80 } } };
const PATH = { path: '/', pathType: 'Prefix', backend: SERVICE };
const INGRESS: JsonObject = {
  metadata: { name: 'i' },
  spec: { rules: [{ host: 'a.example.com', http: { paths: [PATH] } }] },
};
const AT_PATH = 'spec.rules.0.http.paths.0';
const BACKEND = `${AT_PATH}.backend`;

const PATHS = ['', 'a', '/a//b', '/./a', '/../a', '/a/..', '/a/.', '/a%2fb', '/a%2F%2fb/..'];

const WRONG_INGRESSES: readonly Changes[] = [
  { spec: null },
  { 'spec.rules': [] },
  { 'spec.rules': [{}] },
  { 'spec.rules': [{ http: {} }] },
  { 'spec.rules': null, 'spec.defaultBackend': {} },
  { 'spec.rules': null, 'spec.defaultBackend': SERVICE },
  ...[
    '192.0.2.1',
    '2001:db8::1',
    '*',
    '*.a',
    '*.*.a',
    'a.*',
    '*a.b',
    'A.b',
    'a.b.',
    '*.A',
    `*.${'a.'.repeat(130)}a`,
  ].map((host) => ({ 'spec.rules.0.host': host })),
  ...['Exact', 'Prefix', 'ImplementationSpecific', 'x', ''].flatMap((pathType) =>
    PATHS.map((path) => ({ [`${AT_PATH}.path`]: path, [`${AT_PATH}.pathType`]: pathType })),
  ),
  { [`${AT_PATH}.pathType`]: null, [BACKEND]: {} },
  { [BACKEND]: null },
  { [BACKEND]: { ...SERVICE, resource: { kind: 'a', name: 'b' } } },
  { [BACKEND]: { resource: {} } },
  { [BACKEND]: { resource: { apiGroup: 'A', kind: 'a/b', name: 'a%b' } } },
  { [BACKEND]: { resource: { apiGroup: '', kind: '.', name: '..' } } },
  { [BACKEND]: { service: {} } },
  ...['A', 'a.b', '1a', 'a'.repeat(64)].map((name) => ({ [`${BACKEND}.service.name`]: name })),
  { [`${BACKEND}.service.port`]: {} },
  { [`${BACKEND}.service.port`]: { name: 'a', number: 1 } },
  ...['A', '1', 'a--b', '-a', 'a'.repeat(16)].map((name) => ({ [`${BACKEND}.service.port`]: { name } })),
  ...[-1, 65_536].map((number) => ({ [`${BACKEND}.service.port`]: { number } })),
  { 'spec.tls': [{}] },
  { 'spec.tls': [{ hosts: ['a.b', '*.a', '*', 'A', '192.0.2.1', ''], secretName: 'A b' }] },
  { 'spec.ingressClassName': 'A b' },
  { 'spec.ingressClassName': '' },
  { 'metadata.annotations': { 'kubernetes.io/ingress.class': 'a' } },
  { 'metadata.annotations': { 'kubernetes.io/ingress.class': 'a' }, 'spec.ingressClassName': 'a' },
  { 'metadata.annotations': { 'kubernetes.io/ingress.class': 'a' }, 'spec.ingressClassName': 'b' },
  { 'metadata.name': 'A_', 'spec.rules.0.host': 'A', 'spec.ingressClassName': 'A' },
];

const CLASS: JsonObject = { metadata: { name: '<ns>' }, spec: { controller: 'example.com/a' } };

const WRONG_CLASSES: readonly Changes[] = [
  { spec: null },
  ...['', 'a', '/a', 'a/', 'A/b', 'a.b/c d', `a.b/${'c'.repeat(250)}`, 'a b/c d', 'a.b/c/d'].map((controller) => ({
    'spec.controller': controller,
  })),
  { 'spec.parameters': {} },
  { 'spec.parameters': { apiGroup: 'A', kind: 'a/b', name: 'a%b', scope: 'x' } },
  { 'spec.parameters': { kind: 'a', name: 'b' } },
  { 'spec.parameters': { kind: 'a', name: 'b', scope: '' } },
  { 'spec.parameters': { kind: 'a', name: 'b', namespace: 'c' } },
  { 'spec.parameters': { kind: 'a', name: 'b', scope: 'Namespace' } },
  { 'spec.parameters': { kind: 'a', name: 'b', scope: 'Namespace', namespace: 'A.b' } },
  { 'spec.parameters': { kind: 'a', name: 'b', scope: 'Namespace', namespace: 'c' } },
];

const PEER = 'spec.ingress.0.from.0';
const POLICY: JsonObject = {
  metadata: { name: 'p' },
  spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: '192.0.2.0/24' } }] }] },
};

const WRONG_POLICIES: readonly Changes[] = [
  { spec: null },
  { 'spec.podSelector': { matchLabels: { 'a b': 'c d' }, matchExpressions: [{ key: 'a', operator: 'x' }] } },
  {
    'spec.podSelector': {
      matchExpressions: [
        { key: 'a', operator: 'In' },
        { key: 'b', operator: 'In', values: ['c d'] },
      ],
    },
  },
  { [PEER]: {} },
  {
    [`${PEER}.podSelector`]: { matchLabels: { a: 'b c' } },
    [`${PEER}.namespaceSelector`]: { matchLabels: { 'a b': '' } },
  },
  { [PEER]: { podSelector: {}, namespaceSelector: {} } },
  { [`${PEER}.ipBlock`]: {} },
  ...['', 'x', '192.0.2.0', '192.0.2.1/24', '010.0.0.0/8', '10.0.0.0/08', '::ffff:1.2.3.0/120', '2001:DB8::/64'].map(
    (cidr) => ({ [`${PEER}.ipBlock.cidr`]: cidr }),
  ),
  {
    [`${PEER}.ipBlock.except`]: [
      '192.0.2.0/24',
      '192.0.2.0/25',
      '198.51.100.0/28',
      '2001:db8::/64',
      'x',
      '192.0.2.1/28',
    ],
  },
  ...[
    {},
    { port: 0 },
    { port: 65_536 },
    { port: 80, endPort: 79 },
    { port: 80, endPort: 65_536 },
    { port: 80, endPort: 80 },
    { port: 'http', endPort: 80 },
    { endPort: 80 },
    { port: '' },
    { port: 'A--b' },
    { port: 80, protocol: 'x' },
    { port: 80, protocol: '' },
  ].map((port) => ({ 'spec.egress': [{ ports: [port], to: [{ ipBlock: { cidr: '2001:DB8::/64' } }] }] })),
  { 'spec.policyTypes': ['Ingress', 'Egress', 'x'] },
  { 'spec.policyTypes': ['x', 'Egress'] },
  { 'spec.policyTypes': ['Egress', 'Egress'] },
];

/** Ingresses, IngressClasses and NetworkPolicies. */
export const networking: readonly Case[] = [
  {
    name: 'ingresses',
    steps: [
      ...attempts(INGRESSES, INGRESS, WRONG_INGRESSES),
      create(INGRESSES, { ...INGRESS, status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } }),
      get(INGRESSES, TABLE),
      patch(`${INGRESSES}/i`, 'merge', { spec: { tls: [{ hosts: ['a.b'] }] } }),
      patch(`${INGRESSES}/i`, 'merge', { metadata: { annotations: { 'kubernetes.io/ingress.class': 'a' } } }),
      patch(`${INGRESSES}/i`, 'merge', { spec: { ingressClassName: 'b' } }),
      patch(`${INGRESSES}/i`, 'merge', {
        spec: { rules: ['a.b', '*.c', '', 'd.e'].map((host) => ({ host, http: { paths: [PATH] } })) },
      }),
      ...[
        [{ ip: '192.0.2.1', ports: [{ port: 80, protocol: 'TCP', error: 'a' }] }, { hostname: 'a.example.com' }, {}],
        [{ ip: 'x', hostname: 'A b' }],
        [{ ip: '010.0.0.1' }, { ip: '::ffff:192.0.2.1' }, { hostname: '192.0.2.1' }],
        [{ ip: '2001:DB8::1' }, { ip: '192.0.2.7' }, { ip: '192.0.2.7' }],
      ].map((ingress) => patch(`${INGRESSES}/i/status`, 'merge', { status: { loadBalancer: { ingress } } })),
      get(INGRESSES, TABLE),
      update(`${INGRESSES}/none`, changed(INGRESS, { 'metadata.name': 'none' })),
      apply(`${INGRESSES}/t`, 'm', {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: { name: 't' },
        spec: { defaultBackend: { resource: { kind: 'a', name: 'b' } } },
      }),
      remove(`${INGRESSES}/t`),
    ],
  },
  {
    name: 'ingress classes',
    steps: [
      ...attempts(CLASSES, CLASS, WRONG_CLASSES),
      create(CLASSES, changed(CLASS, { 'spec.parameters': { apiGroup: 'example.com', kind: 'a', name: 'b' } })),
      get(`${CLASSES}/<ns>`, TABLE),
      patch(`${CLASSES}/<ns>`, 'merge', { spec: { controller: 'example.com/b' } }),
      patch(`${CLASSES}/<ns>`, 'merge', { spec: { controller: 'b' } }),
      patch(`${CLASSES}/<ns>`, 'merge', { spec: { parameters: null } }),
      patch(`${CLASSES}/<ns>`, 'merge', {
        metadata: { annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
      }),
      get(`${CLASSES}/<ns>`, TABLE),
      create(INGRESSES, INGRESS),
      create(INGRESSES, changed(INGRESS, { 'metadata.name': 'j', 'spec.ingressClassName': 'other' })),
      create(
        INGRESSES,
        changed(INGRESS, { 'metadata.name': 'k', 'metadata.annotations': { 'kubernetes.io/ingress.class': 'a' } }),
      ),
      create(CLASSES, {
        metadata: { name: '<ns>-b', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
        spec: { controller: 'example.com/a' },
      }),
      remove(`${CLASSES}/<ns>`),
      create(INGRESSES, changed(INGRESS, { 'metadata.name': 'l' })),
      remove(`${CLASSES}/<ns>-b`),
    ],
  },
  {
    name: 'network policies',
    steps: [
      ...attempts(POLICIES, POLICY, WRONG_POLICIES),
      create(POLICIES, changed(POLICY, { 'spec.egress': [{}] })),
      create(POLICIES, {
        metadata: { name: 'q' },
        spec: {
          podSelector: { matchLabels: { b: 'c', a: 'b' }, matchExpressions: [{ key: 'd', operator: 'Exists' }] },
        },
      }),
      get(POLICIES, TABLE),
      patch(`${POLICIES}/p`, 'merge', { spec: { policyTypes: ['Egress'] } }),
      patch(`${POLICIES}/p`, 'merge', { spec: { ingress: [{ from: [{ ipBlock: { cidr: '192.0.2.1/24' } }] }] } }),
      patch(`${POLICIES}/p`, 'merge', { metadata: { labels: { a: 'b' } } }),
      apply(`${POLICIES}/t`, 'm', {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'NetworkPolicy',
        metadata: { name: 't' },
        spec: { podSelector: {}, ingress: [{ ports: [{ port: 80, protocol: 'TCP' }] }] },
      }),
    ],
  },
];
