import { NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

export const discoverySamples: Samples = {
  'endpointslices.discovery.k8s.io': {
    object: {
      addressType: 'IPv4',
      endpoints: [
        { addresses: ['192.0.2.1', '192.0.2.2'], conditions: { ready: true } },
        { addresses: ['192.0.2.3', '192.0.2.4'], nodeName: 'a', hints: { forZones: [{ name: 'z' }] } },
      ],
      ports: [{ name: 'http', port: 80 }, { name: 'any' }],
    },
    columns: [
      NAME,
      ['ADDRESSTYPE', 'IPv4'],
      ['PORTS', '80,any'],
      ['ENDPOINTS', '192.0.2.1,192.0.2.2,192.0.2.3 + 1 more...'],
      SINCE,
    ],
    // kubectl 1.20 reads v1beta1 for it.
    described: false,
    // The lists are single values: their defaults would be a change.
    applied: {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['192.0.2.1'], conditions: { ready: true } }],
      ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
    },
  },
};
