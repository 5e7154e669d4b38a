import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { changed } from './objects.js';
import { SERVICE, SERVICES, typed } from './services.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const ADDRESSES = '/apis/networking.k8s.io/v1/ipaddresses';
const EXTERNAL: JsonObject = { metadata: { name: 'x' }, spec: { type: 'ExternalName', externalName: 'a.example.com' } };

/** Updates of a service with the address 10.0.0.12, one after the other. */
const UPDATES: readonly JsonObject[] = [
  { spec: { clusterIP: '10.0.0.13' } },
  { spec: { clusterIP: null } },
  { spec: { clusterIP: null, clusterIPs: null } },
  { spec: { clusterIP: 'None' } },
  { spec: { clusterIPs: [] } },
  { spec: { clusterIPs: ['10.0.0.12', '2001:db8::1'], ipFamilyPolicy: 'PreferDualStack' } },
  { spec: { ipFamilies: ['IPv6'] } },
  { spec: { ipFamilies: null } },
  { spec: { ipFamilies: ['IPv4', 'IPv6'] } },
  { spec: { ipFamilyPolicy: 'RequireDualStack' } },
  { spec: { ipFamilyPolicy: 'PreferDualStack' } },
  { spec: { ipFamilyPolicy: null } },
  { spec: { sessionAffinity: 'ClientIP' } },
  { spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 30021 }] } },
  { spec: { ports: [{ port: 80 }, { name: 'b', port: 81 }] } },
  {
    spec: {
      ports: [
        { name: 'a', port: 80 },
        { name: 'b', port: 81, nodePort: 30022 },
      ],
    },
  },
  { spec: { ports: [{ name: 'b', port: 81 }] } },
  { spec: { ports: [{ name: 'b', port: 81, nodePort: 30023 }] } },
  { spec: { ports: [{ name: 'b', port: 81, nodePort: 20 }] } },
  { spec: { type: 'ClusterIP', ports: [{ name: 'b', port: 81, nodePort: 30024 }] } },
  {
    spec: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30025, loadBalancerClass: 'a' },
  },
  { spec: { healthCheckNodePort: 30026 } },
  { spec: { healthCheckNodePort: null } },
  { spec: { loadBalancerClass: 'b' } },
  { spec: { loadBalancerClass: null } },
  { spec: { allocateLoadBalancerNodePorts: false, ports: [{ name: 'b', port: 81 }] } },
  { spec: { allocateLoadBalancerNodePorts: false, ports: [{ name: 'c', port: 81 }] } },
  { spec: { externalTrafficPolicy: 'Cluster' } },
  { spec: { type: 'ClusterIP' } },
  { spec: { type: 'ExternalName' } },
  { spec: { type: 'ExternalName', externalName: 'a' } },
  { spec: { clusterIP: '10.0.0.14' } },
  { spec: { type: 'ClusterIP', clusterIP: '10.0.0.14', externalName: null } },
  { spec: { type: 'ExternalName', externalName: 'a', clusterIP: '10.0.0.13' } },
  { spec: { externalIPs: ['FE80::1'] } },
  { status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } },
];

const INGRESS: readonly JsonObject[] = [
  { ip: 'x' },
  { ip: '010.0.0.1' },
  { ip: '2001:DB8::1', ipMode: 'Proxy' },
  { ip: '192.0.2.1', ipMode: 'x' },
  { hostname: 'a', ipMode: 'VIP' },
  { hostname: 'A_b' },
  { hostname: '192.0.2.1' },
  { hostname: 'a.example.com', ports: [{ port: 80, protocol: 'TCP', error: 'X' }] },
  { ip: '192.0.2.9' },
];

/** Services that are stored, changed and deleted. */
export const livesOfServices: readonly Case[] = [
  {
    name: 'life of a service',
    steps: [
      create(SERVICES, changed(SERVICE, { 'spec.clusterIP': '10.0.0.11' })),
      get(`${ADDRESSES}/10.0.0.11`, { only: ['metadata.name', 'metadata.labels', 'spec'] }),
      create(SERVICES, changed(SERVICE, { 'metadata.name': 't', 'spec.clusterIP': '10.0.0.11' })),
      create(SERVICES, changed(SERVICE, { 'metadata.name': 't', 'spec.clusterIP': '10.0.0.11' }), {
        query: { dryRun: 'All' },
      }),
      update(`${SERVICES}/s`, SERVICE),
      update(`${SERVICES}/u`, changed(SERVICE, { 'metadata.name': 'u', 'spec.clusterIP': '10.0.0.15' })),
      patch(`${SERVICES}/s`, 'strategic', {
        spec: {
          ports: [
            { port: 81, name: 'b' },
            { port: 80, name: 'a' },
          ],
        },
      }),
      patch(`${SERVICES}/s`, 'strategic', { spec: { ports: [{ port: 80, $patch: 'delete' }] } }),
      apply(`${SERVICES}/v`, 'm', {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'v' },
        spec: {
          clusterIP: '10.0.0.16',
          ports: [
            { port: 80, protocol: 'UDP' },
            { name: 'b', port: 80, protocol: 'TCP' },
          ],
        },
      }),
      apply(`${SERVICES}/v`, 'm', {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'v' },
        spec: { clusterIP: '10.0.0.16', ports: [{ name: 'b', port: 80, protocol: 'TCP' }] },
      }),
      create(SERVICES, EXTERNAL),
      get(SERVICES, TABLE),
      get(SERVICES, { query: { fieldSelector: 'spec.type=ExternalName' }, only: ['items.0.metadata.name', 'items.1'] }),
      get(SERVICES, {
        query: { fieldSelector: 'spec.clusterIP=10.0.0.11' },
        only: ['items.0.metadata.name', 'items.1'],
      }),
      get(SERVICES, { query: { fieldSelector: 'spec.externalName=a' } }),
      remove(`${SERVICES}/s`),
      get(`${ADDRESSES}/10.0.0.11`),
      create(SERVICES, changed(SERVICE, { 'metadata.name': 't', 'spec.clusterIP': '10.0.0.11' }), { only: ['spec'] }),
      remove(`${SERVICES}/t`),
      remove(`${SERVICES}/u`),
      remove(`${SERVICES}/v`),
    ],
  },
  {
    name: 'updates of a service',
    steps: [
      create(SERVICES, changed(SERVICE, { 'spec.clusterIP': '10.0.0.12' }), { only: ['spec'] }),
      ...UPDATES.map((body) =>
        patch(`${SERVICES}/s`, 'merge', body, { only: ['message', 'details', 'spec', 'status.loadBalancer'] }),
      ),
      get(SERVICES, TABLE),
      remove(`${SERVICES}/s`),
      get(`${ADDRESSES}/10.0.0.14`, { only: ['message'] }),
    ],
  },
  {
    name: 'status of a service',
    steps: [
      create(SERVICES, changed(SERVICE, typed('LoadBalancer', { 'spec.clusterIP': '10.0.0.13' })), {
        only: ['status'],
      }),
      ...INGRESS.map((ingress) =>
        patch(
          `${SERVICES}/s/status`,
          'merge',
          {
            metadata: { labels: { a: 'b' } },
            spec: { type: 'ClusterIP' },
            status: { loadBalancer: { ingress: [ingress] } },
          },
          { only: ['message', 'details', 'spec.type', 'status', 'metadata.labels'] },
        ),
      ),
      patch(
        `${SERVICES}/s/status`,
        'merge',
        { status: { conditions: [{ type: 'A', status: 'x', reason: '', message: '' }] } },
        { only: ['message', 'details', 'status'] },
      ),
      get(SERVICES, TABLE),
      patch(`${SERVICES}/s`, 'merge', { spec: { type: 'NodePort' } }, { only: ['status'] }),
      patch(
        `${SERVICES}/s/status`,
        'merge',
        { status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } },
        { only: ['message', 'details'] },
      ),
      remove(`${SERVICES}/s`),
    ],
  },
  {
    name: 'node ports of services',
    steps: [
      create(
        SERVICES,
        changed(SERVICE, typed('NodePort', { 'spec.clusterIP': '10.0.0.10', 'spec.ports.0.nodePort': 30031 })),
        { only: ['spec'] },
      ),
      create(SERVICES, changed(SERVICE, typed('NodePort', { 'metadata.name': 't', 'spec.ports.0.nodePort': 30031 }))),
      create(SERVICES, changed(SERVICE, typed('NodePort', { 'metadata.name': 't', 'spec.ports.0.nodePort': 30031 })), {
        query: { dryRun: 'All' },
      }),
      create(SERVICES, changed(SERVICE, typed('NodePort', { 'metadata.name': 't', 'spec.ports.0.nodePort': 29999 }))),
      create(
        SERVICES,
        changed(
          SERVICE,
          typed('LoadBalancer', {
            'metadata.name': 't',
            'spec.externalTrafficPolicy': 'Local',
            'spec.healthCheckNodePort': 30031,
          }),
        ),
      ),
      create(
        SERVICES,
        changed(
          SERVICE,
          typed('LoadBalancer', {
            'metadata.name': 't',
            'spec.externalTrafficPolicy': 'Local',
            'spec.healthCheckNodePort': 29999,
          }),
        ),
      ),
      remove(`${SERVICES}/s`, { gracePeriodSeconds: 0 }),
    ],
  },
];
