import assert from 'node:assert/strict';
import type { Service, ServiceSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { EndpointSlice } from '@pilothouse/apimachinery/generated/discovery/v1.js';
import { locate, type Located } from './addresses.js';

const REFERENCE = { namespace: 'ns', name: 'server', port: 443 };
const ready = (host: string, isReady?: boolean) => ({
  addresses: [host],
  conditions: isReady === undefined ? {} : { ready: isReady },
});
const slice = (addressType: string, ...endpoints: EndpointSlice['endpoints']): EndpointSlice => ({
  metadata: {},
  addressType,
  endpoints,
  ports: [
    { name: 'metrics', port: 9090 },
    { name: 'https', port: 8443 },
  ],
});
const serviceOf = (spec: Partial<ServiceSpec> = {}): Service => ({
  metadata: {},
  spec: { type: 'ClusterIP', ports: [{ name: 'https', port: 443, targetPort: 8443 }], ...spec },
  status: { loadBalancer: {} },
});

describe('addresses of the service of an APIService', () => {
  const table: [what: string, service: Service | undefined, slices: EndpointSlice[], found: string | string[]][] = [
    ['no service', undefined, [], 'ServiceNotFound service/server in "ns" is not present'],
    [
      'another port',
      serviceOf({ ports: [{ port: 80, targetPort: 80 }] }),
      [slice('IPv4', ready('10.0.0.1'))],
      'ServicePortError service/server in "ns" is not listening on port 443',
    ],
    ['no slices', serviceOf(), [], 'EndpointsNotFound cannot find endpointslices for service/server in "ns"'],
    [
      'no ready endpoint',
      serviceOf(),
      [slice('IPv4', ready('10.0.0.1', false))],
      'MissingEndpoints endpointslices for service/server in "ns" have no addresses with port name "https"',
    ],
    [
      'no port of the name',
      serviceOf({ ports: [{ port: 443, targetPort: 8443 }] }),
      [slice('IPv4', ready('10.0.0.1'))],
      'MissingEndpoints endpointslices for service/server in "ns" have no addresses with port name ""',
    ],
    [
      'several endpoints',
      serviceOf(),
      [slice('IPv4', ready('10.0.0.1', true), ready('10.0.0.2', false), ready('10.0.0.3'))],
      ['10.0.0.1:8443', '10.0.0.3:8443'],
    ],
    [
      'two IP families',
      serviceOf({ ipFamilies: ['IPv6', 'IPv4'] }),
      [slice('IPv4', ready('10.0.0.1')), slice('IPv6', ready('fd00::1'))],
      ['fd00::1:8443'],
    ],
    [
      'only the secondary IP family',
      serviceOf({ ipFamilies: ['IPv6', 'IPv4'] }),
      [slice('IPv4', ready('10.0.0.1'))],
      ['10.0.0.1:8443'],
    ],
    [
      'an external name',
      serviceOf({ type: 'ExternalName', externalName: 'api.example.com' }),
      [],
      ['api.example.com:443'],
    ],
  ];
  for (const [what, service, slices, expected] of table) {
    it(what, () => {
      assert.deepEqual(textOf(locate(REFERENCE, { service, slices })), expected);
    });
  }
});

function textOf(located: Located): string | string[] {
  if (!located.ok) return `${located.why.reason} ${located.why.message}`;
  return located.addresses.map(({ host, port }) => `${host}:${port}`);
}
