import { NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

export const networkingSamples: Samples = {
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
