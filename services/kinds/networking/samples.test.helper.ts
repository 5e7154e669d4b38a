import { NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

export const networkingSamples: Samples = {
  'ingressclasses.networking.k8s.io': {
    object: {
      spec: { controller: 'example.com/proxy', parameters: { apiGroup: 'example.com', kind: 'Setup', name: 'a' } },
    },
    columns: [NAME, ['CONTROLLER', 'example.com/proxy'], ['PARAMETERS', 'Setup.example.com/a'], SINCE],
    described: /^Controller: +example.com\/proxy$/m,
  },
  'ingresses.networking.k8s.io': {
    object: {
      spec: {
        ingressClassName: 'proxy',
        tls: [{ hosts: ['a.example.com'], secretName: 'a' }],
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } }],
            },
          },
          { host: '*.example.com' },
        ],
      },
    },
    columns: [
      NAME,
      ['CLASS', 'proxy'],
      ['HOSTS', 'a.example.com,*.example.com'],
      ['ADDRESS', ''],
      ['PORTS', '80, 443'],
      SINCE,
    ],
    // kubectl 1.20 reads v1beta1 for it.
    described: false,
  },
  'networkpolicies.networking.k8s.io': {
    object: {
      spec: {
        podSelector: { matchLabels: { app: 'a' } },
        ingress: [{ from: [{ ipBlock: { cidr: '192.0.2.0/24', except: ['192.0.2.8/30'] } }], ports: [{ port: 80 }] }],
      },
    },
    columns: [NAME, ['POD-SELECTOR', 'app=a'], SINCE],
    described: /^ {2}PodSelector: +app=a$/m,
    applied: {
      spec: {
        podSelector: { matchLabels: { app: 'a' } },
        ingress: [{ ports: [{ port: 80, protocol: 'TCP' }] }],
        policyTypes: ['Ingress'],
      },
    },
  },
  'ipaddresses.networking.k8s.io': {
    name: '192.0.2.7',
    object: { spec: { parentRef: { group: 'example.com', resource: 'gateways', namespace: 'a', name: 'b' } } },
    columns: [
      ['NAME', '192.0.2.7'],
      ['PARENTREF', 'gateways.example.com/a/b'],
    ],
    described: false,
  },
  'servicecidrs.networking.k8s.io': {
    object: { spec: { cidrs: ['198.51.100.0/24', '2001:db8::/64'] } },
    columns: [NAME, ['CIDRS', '198.51.100.0/24,2001:db8::/64'], SINCE],
    described: false,
  },
};
