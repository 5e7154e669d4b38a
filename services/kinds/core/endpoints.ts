import {
  endpointsNames,
  endpointsSchema,
  type EndpointAddress,
  type EndpointPort,
  type Endpoints,
  type EndpointSubset,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  eachError,
  fieldPath,
  invalidEach,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { endpointIP, ipWarnings, legacyIP } from '../definition/ip-fields.js';
import { subdomainName } from '../definition/names.js';
import { PROTOCOLS } from './protocols.js';
import { PORTS, validateRange } from '../definition/numbers.js';
import { moreText } from './more-text.js';

export const endpoints: ResourceDefinition<Endpoints> = {
  group: '',
  versions: [
    {
      name: 'v1',
      schema: endpointsSchema,
      deprecationWarning: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
    },
  ],
  ...endpointsNames,
  verbs: ALL_VERBS,
  columns: columnsOf(textColumn('Endpoints', 'Addresses that are ready, with their ports.', endpointsText)),
  selectableFields: {},
  setDefaults({ subsets = [] }) {
    for (const { ports = [] } of subsets) for (const port of ports) port.protocol ??= 'TCP';
  },
  strategy: {
    nameErrors: subdomainName,
    errorOrder: { rulesReportAll: true },
    validate(object, old) {
      const errors = validateSubsets(object.subsets ?? []);
      // Unchanged subsets are not validated again.
      return errors.length > 0 && old !== undefined && deepEqual(object.subsets, old.subsets) ? [] : errors;
    },
    warnings: endpointsWarnings,
    createOnUpdate: true,
    deleteReturns: 'status',
  },
  subresources: {},
};

function validateSubsets(subsets: readonly EndpointSubset[]): FieldError[] {
  return eachError(subsets, ({ addresses = [], notReadyAddresses = [], ports = [] }, index) => {
    const path = keyPath('subsets', index);
    return [
      ...(addresses.length === 0 && notReadyAddresses.length === 0
        ? [required(path, 'must specify `addresses` or `notReadyAddresses`')]
        : []),
      ...validateAddresses(addresses, fieldPath(path, 'addresses')),
      ...validateAddresses(notReadyAddresses, fieldPath(path, 'notReadyAddresses')),
      ...eachError(ports, (port, at) => validatePort(port, ports.length > 1, keyPath(fieldPath(path, 'ports'), at))),
    ];
  });
}

function validateAddresses(addresses: readonly EndpointAddress[], path: string): FieldError[] {
  return eachError(addresses, ({ ip, hostname = '', nodeName }, index) => {
    const field = (name: string): string => fieldPath(keyPath(path, index), name);
    return [
      ...legacyIP(field('ip'), ip),
      ...(hostname === '' ? [] : invalidEach(field('hostname'), hostname, dnsLabel(hostname))),
      ...(nodeName === undefined ? [] : invalidEach(field('nodeName'), nodeName, dnsSubdomain(nodeName))),
      ...endpointIP(field('ip'), ip),
    ];
  });
}

function validatePort(port: EndpointPort, needsName: boolean, path: string): FieldError[] {
  const { name = '', protocol = '', appProtocol } = port;
  const field = (member: string): string => fieldPath(path, member);
  const errors: FieldError[] = [];
  if (needsName && name === '') errors.push(required(field('name')));
  else if (name !== '') errors.push(...invalidEach(field('name'), name, dnsLabel(name)));
  errors.push(...validateRange(port.port, PORTS, field('port')));
  if (protocol === '') errors.push(required(field('protocol')));
  else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(field('protocol'), protocol, PROTOCOLS));
  if (appProtocol !== undefined) {
    errors.push(...invalidEach(field('appProtocol'), appProtocol, qualifiedName(appProtocol)));
  }
  return errors;
}

/** Objects of the endpoints controller have canonical addresses. */
function endpointsWarnings({ metadata, subsets = [] }: Endpoints): string[] {
  if (metadata.labels?.['endpoints.kubernetes.io/managed-by'] === 'endpoint-controller') return [];
  return subsets.flatMap((subset, index) =>
    (['addresses', 'notReadyAddresses'] as const).flatMap((list) =>
      (subset[list] ?? []).flatMap(({ ip }, at) => ipWarnings(`subsets[${index}].${list}[${at}].ip`, ip)),
    ),
  );
}

function endpointsText({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return '<none>';
  const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip }) => ip)
      : ports.flatMap(({ port }) =>
          addresses.map(({ ip }) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)),
        ),
  );
  return moreText(all);
}
