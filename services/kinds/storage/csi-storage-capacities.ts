import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  csiStorageCapacityNames,
  csiStorageCapacitySchema,
  type CSIStorageCapacity,
} from '@pilothouse/apimachinery/generated/storage/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { inVersion } from '@pilothouse/apimachinery/schema/in-version.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import { invalidEach } from '@pilothouse/apimachinery/status/field-error.js';
import { nodeSelectorWarnings } from '../core/node-labels.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { notNegativeQuantity } from '../definition/numbers.js';

export function csiStorageCapacities(domain: Domain): ResourceDefinition<CSIStorageCapacity> {
  const group = domain.group('storage');
  const { kind } = csiStorageCapacityNames;
  return {
    group,
    versions: [
      { name: 'v1', schema: csiStorageCapacitySchema, since: '1.24' },
      {
        name: 'v1beta1',
        schema: inVersion(csiStorageCapacitySchema, 'v1beta1'),
        since: '1.21',
        served: false,
        deprecated: { since: '1.24', removedIn: '1.27', replacement: { group, version: 'v1', kind } },
      },
    ],
    ...csiStorageCapacityNames,
    verbs: ALL_VERBS,
    columns: [],
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      validate: ({ nodeTopology, storageClassName, capacity }) => [
        ...invalidEach('storageClassName', storageClassName, dnsSubdomain(storageClassName)),
        ...validateLabelSelector(nodeTopology, 'nodeTopology'),
        ...notNegativeQuantity(capacity, 'capacity'),
      ],
      warnings: ({ nodeTopology }) => [...nodeSelectorWarnings(nodeTopology, 'nodeTopology')],
      createOnUpdate: false,
      updateNeedsVersion: true,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}
