import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, variants, type Changes } from './objects.js';

export const SERVICES = '/api/v1/namespaces/<ns>/services';

export const SERVICE: JsonObject = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } };
export const typed = (type: string, changes: Changes = {}): Changes => ({ 'spec.type': type, ...changes });

/** Addresses in forms that are wrong, or not standard. */
const FORMS = ['x', '010.0.0.1', '::ffff:1.2.3.4', 'FE80::1', '0.0.0.0', '127.0.0.1', '224.0.0.1', '2001:DB8::1'];
const RANGES = ['x', '10.0.0.1', '10.0.0.1/24', ' 10.0.0.0/8 ', '010.0.0.0/8', '2001:DB8::/64', '10.0.0.0/08'];

const WRONG: readonly Changes[] = [
  { 'metadata.name': 'A_b' },
  { 'metadata.name': '1a' },
  { 'metadata.name': 'a.b' },
  { spec: {} },
  { 'spec.ports': [] },
  { 'spec.type': 'x' },
  { 'spec.type': '' },
  { 'spec.ports': [{ port: 80 }, { name: 'a', port: 81 }] },
  {
    'spec.ports': [
      { name: 'a', port: 80 },
      { name: 'a', port: 80, protocol: 'UDP' },
    ],
  },
  {
    'spec.ports': [
      { name: 'a', port: 80 },
      { name: 'b', port: 80 },
    ],
  },
  { 'spec.ports': [{ name: 'A_b', port: 0, protocol: 'x', appProtocol: 'a b', targetPort: 70000 }] },
  { 'spec.ports.0.targetPort': 'a-very-long-name-of-a-port' },
  { 'spec.ports.0.targetPort': '' },
  { 'spec.ports.0.nodePort': 30001 },
  { 'spec.selector': { 'a b': 'c d' } },
  { 'spec.sessionAffinity': 'x' },
  { 'spec.sessionAffinity': 'ClientIP', 'spec.sessionAffinityConfig': { clientIP: { timeoutSeconds: 0 } } },
  { 'spec.sessionAffinity': 'ClientIP', 'spec.sessionAffinityConfig': { clientIP: { timeoutSeconds: 86401 } } },
  { 'spec.externalTrafficPolicy': 'Local' },
  { 'spec.externalTrafficPolicy': 'x', 'spec.externalIPs': ['192.0.2.1'] },
  { 'spec.internalTrafficPolicy': 'x' },
  { 'spec.trafficDistribution': 'x' },
  { 'spec.healthCheckNodePort': 30001 },
  { 'spec.loadBalancerClass': 'a' },
  { 'spec.allocateLoadBalancerNodePorts': true },
  { 'spec.loadBalancerSourceRanges': ['10.0.0.0/8'] },
  ...FORMS.map((ip) => ({ 'spec.externalIPs': [ip] })),
  ...RANGES.map((range) => typed('LoadBalancer', { 'spec.loadBalancerSourceRanges': [range] })),
  ...RANGES.map((range) =>
    typed('LoadBalancer', {
      'metadata.annotations': { 'service.beta.kubernetes.io/load-balancer-source-ranges': `192.0.2.0/24,${range}` },
    }),
  ),
  { 'metadata.annotations': { 'service.beta.kubernetes.io/load-balancer-source-ranges': ' ' } },
  {
    'metadata.annotations': {
      'service.kubernetes.io/topology-aware-hints': 'a',
      'service.kubernetes.io/topology-mode': 'b',
    },
  },
  typed('LoadBalancer', { 'spec.loadBalancerClass': 'a b' }),
  typed('LoadBalancer', { 'spec.clusterIP': 'None' }),
  typed('NodePort', { 'spec.clusterIP': 'None' }),
  typed('NodePort', { 'spec.ports.0.nodePort': 80 }),
  typed('NodePort', { 'spec.externalTrafficPolicy': 'x' }),
  typed('NodePort', {
    'spec.ports': [
      { name: 'a', port: 80, nodePort: 30001 },
      { name: 'b', port: 81, nodePort: 30001 },
    ],
  }),
  typed('ExternalName'),
  typed('ExternalName', { 'spec.externalName': 'A_b' }),
  typed('ExternalName', { 'spec.externalName': 'a.b.', 'spec.clusterIP': '10.0.0.9', 'spec.ipFamilies': ['IPv4'] }),
  typed('ExternalName', { 'spec.externalName': 'a', 'spec.ipFamilyPolicy': 'SingleStack' }),
  typed('ExternalName', { 'spec.externalName': 'a', 'spec.internalTrafficPolicy': 'x' }),
];

/** Addresses and families. */
const ADDRESS_FIELDS: readonly Changes[] = [
  ...FORMS.map((clusterIP) => ({ 'spec.clusterIP': clusterIP })),
  { 'spec.clusterIP': '10.0.0.0' },
  { 'spec.clusterIP': '10.0.0.255' },
  { 'spec.clusterIP': '10.1.0.1' },
  { 'spec.clusterIPs': ['10.0.0.9'] },
  { 'spec.clusterIP': '10.0.0.9', 'spec.clusterIPs': ['10.0.0.10'] },
  { 'spec.clusterIP': 'None', 'spec.clusterIPs': ['None', '10.0.0.9'] },
  { 'spec.clusterIP': '10.0.0.9', 'spec.clusterIPs': ['10.0.0.9', 'None'] },
  { 'spec.clusterIP': '10.0.0.9', 'spec.clusterIPs': ['10.0.0.9', '10.0.0.10'] },
  { 'spec.clusterIP': '10.0.0.9', 'spec.clusterIPs': ['10.0.0.9', '2001:db8::9'] },
  { 'spec.clusterIP': '10.0.0.9', 'spec.clusterIPs': ['10.0.0.9', '2001:db8::9', '10.0.0.10'] },
  { 'spec.clusterIP': '10.0.0.9', 'spec.ipFamilies': ['IPv6'] },
  { 'spec.clusterIP': '2001:db8::9' },
  { 'spec.clusterIP': '2001:db8::9', 'spec.ipFamilies': ['IPv4'] },
  { 'spec.ipFamilies': ['x'] },
  { 'spec.ipFamilies': ['IPv4', 'IPv4'] },
  { 'spec.ipFamilies': ['IPv6'] },
  { 'spec.ipFamilies': ['IPv4', 'IPv6'] },
  { 'spec.ipFamilyPolicy': 'x' },
  { 'spec.ipFamilyPolicy': 'RequireDualStack' },
  { 'spec.ipFamilyPolicy': 'SingleStack', 'spec.ipFamilies': ['IPv4', 'IPv6'] },
  { 'spec.ipFamilyPolicy': 'PreferDualStack', 'spec.ipFamilies': ['IPv4', 'IPv6'] },
];

const ACCEPTED: readonly Changes[] = [
  {},
  {
    'spec.ports': [
      { name: 'a', port: 80 },
      { name: 'b', port: 80, protocol: 'UDP', targetPort: 'c' },
    ],
  },
  { 'spec.ipFamilyPolicy': 'PreferDualStack' },
  { 'spec.clusterIP': '10.0.0.9' },
  { 'spec.clusterIP': 'None' },
  { 'spec.clusterIP': 'None', 'spec.ipFamilyPolicy': 'SingleStack' },
  { 'spec.clusterIP': 'None', 'spec.ipFamilies': ['IPv6'] },
  { 'spec.clusterIP': 'None', 'spec.ipFamilies': ['IPv6'], 'spec.selector': { a: 'b' } },
  { 'spec.clusterIP': 'None', 'spec.selector': { a: 'b' } },
  { 'spec.clusterIP': 'None', 'spec.ports': [] },
  { 'spec.clusterIP': 'None', 'spec.loadBalancerIP': '192.0.2.1', 'spec.externalIPs': ['192.0.2.1'] },
  { 'spec.clusterIP': 'None', 'spec.sessionAffinity': 'ClientIP' },
  { 'spec.sessionAffinity': 'ClientIP', 'spec.sessionAffinityConfig': {} },
  { 'spec.sessionAffinityConfig': { clientIP: { timeoutSeconds: 5 } } },
  { 'spec.externalIPs': ['192.0.2.1', '192.0.2.2'], 'spec.externalName': 'a' },
  { 'spec.trafficDistribution': 'PreferClose' },
  { 'spec.trafficDistribution': 'PreferSameNode' },
  { 'metadata.annotations': { 'service.kubernetes.io/topology-aware-hints': 'a' } },
  { 'spec.publishNotReadyAddresses': true },
  typed('NodePort'),
  typed('NodePort', {
    'spec.ports': [
      { name: 'a', port: 80 },
      { name: 'b', port: 80, protocol: 'UDP' },
      { name: 'c', port: 81 },
    ],
  }),
  typed('NodePort', { 'spec.ports.0.nodePort': 30085 }),
  typed('LoadBalancer', { 'spec.loadBalancerIP': '192.0.2.1', 'spec.loadBalancerClass': 'example.com/a' }),
  typed('LoadBalancer', { 'spec.allocateLoadBalancerNodePorts': false }),
  typed('LoadBalancer', { 'spec.externalTrafficPolicy': 'Local' }),
  typed('LoadBalancer', { 'spec.externalTrafficPolicy': 'Local', 'spec.healthCheckNodePort': 30085 }),
  typed('LoadBalancer', { 'spec.loadBalancerSourceRanges': [' 10.0.0.0/8 '] }),
  typed('ExternalName', { 'spec.externalName': 'a.example.com.', 'spec.internalTrafficPolicy': 'Local' }),
  typed('ExternalName', { 'spec.externalName': 'a', 'spec.externalIPs': ['192.0.2.1'], 'spec.ports': [] }),
  { status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } },
];

export const services: readonly Case[] = [
  { name: 'refused services', steps: attempts(SERVICES, SERVICE, WRONG) },
  { name: 'addresses and families of services', steps: attempts(SERVICES, SERVICE, ADDRESS_FIELDS) },
  { name: 'fields of services', steps: variants(SERVICES, SERVICE, 'spec', ACCEPTED) },
];
