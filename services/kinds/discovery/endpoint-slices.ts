import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  endpointSliceNames,
  endpointSliceSchema,
  type Endpoint,
  type EndpointPort,
  type EndpointSlice,
} from '@pilothouse/apimachinery/generated/discovery/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { ipWarnings } from '../definition/ip-fields.js';
import { subdomainName } from '../definition/names.js';
import { moreText } from '../core/more-text.js';
import { validateSlice } from './slice-rules.js';

export function endpointSlices(domain: Domain): ResourceDefinition<EndpointSlice> {
  return {
    group: domain.group('discovery'),
    versions: [{ name: 'v1', schema: endpointSliceSchema }],
    ...endpointSliceNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      textColumn('AddressType', 'Type of the addresses.', ({ addressType }) => addressType),
      textColumn('Ports', 'Ports of each endpoint.', ({ ports }) => unsetText((ports ?? []).map(portText))),
      textColumn('Endpoints', 'Addresses of the endpoints.', ({ endpoints }) =>
        unsetText((endpoints ?? []).flatMap(({ addresses }) => addresses ?? [])),
      ),
    ),
    selectableFields: {},
    setDefaults({ ports }) {
      for (const port of ports ?? []) {
        port.name ??= '';
        port.protocol ??= 'TCP';
      }
    },
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      prepareForCreate(slice) {
        slice.metadata.generation = 1;
        dropTopology(slice, undefined);
      },
      prepareForUpdate(slice, old) {
        const isChanged =
          slice.addressType !== old.addressType ||
          !deepEqual(slice.endpoints ?? [], old.endpoints ?? []) ||
          !deepEqual(slice.ports ?? [], old.ports ?? []) ||
          !deepEqual(slice.metadata.labels ?? {}, old.metadata.labels ?? {});
        countGeneration(slice, old, isChanged);
        dropTopology(slice, old);
      },
      validate: validateSlice,
      warnings: (slice, old) => [
        ...(old === undefined && slice.addressType === 'FQDN'
          ? ['spec.addressType: FQDN endpoints are deprecated']
          : []),
        ...addressWarnings(slice),
      ],
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}

const HOSTNAME = 'kubernetes.io/hostname';

/** Drops the topology of v1beta1. A node name that was stored there moves to `nodeName` (dropTopologyOnV1). */
function dropTopology(slice: EndpointSlice, old: EndpointSlice | undefined): void {
  if (old !== undefined && deepEqual(slice.endpoints ?? [], old.endpoints ?? [])) return;
  const known = new Set((old?.endpoints ?? []).map(nodeInTopology));
  for (const endpoint of slice.endpoints ?? []) {
    const node = nodeInTopology(endpoint);
    if (endpoint.nodeName === undefined && node !== '' && known.has(node) && dnsSubdomain(node).length === 0)
      endpoint.nodeName = node;
    delete endpoint.deprecatedTopology;
  }
}

function nodeInTopology({ deprecatedTopology }: Endpoint): string {
  return deprecatedTopology?.[HOSTNAME] ?? '';
}

const CONTROLLERS: ReadonlySet<string> = new Set([
  'endpointslice-controller.k8s.io',
  'endpointslicemirroring-controller.k8s.io',
]);

/** Objects of the controllers have canonical addresses. */
function addressWarnings({ metadata, endpoints }: EndpointSlice): string[] {
  if (CONTROLLERS.has(metadata.labels?.['endpointslice.kubernetes.io/managed-by'] ?? '')) return [];
  return (endpoints ?? []).flatMap(({ addresses }, index) =>
    (addresses ?? []).flatMap((address, at) => ipWarnings(`endpoints[${index}].addresses[${at}]`, address)),
  );
}

function portText({ port, name }: EndpointPort): string {
  return port === undefined ? (name ?? '*') : String(port);
}

function unsetText(items: readonly string[]): string {
  const text = moreText(items);
  return text === '' ? '<unset>' : text;
}
