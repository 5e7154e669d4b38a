import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { csiDriverNames, csiDriverSchema, type CSIDriver } from '@pilothouse/apimachinery/generated/storage/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { columnsOf } from '../definition/columns.js';
import { ALL_VERBS, type Column, type ResourceDefinition, type Strategy } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { validateTokenRequests } from './token-requests.js';

const MAX_NAME_LENGTH = 63;

export function csiDrivers(domain: Domain): ResourceDefinition<CSIDriver> {
  return {
    group: domain.group('storage'),
    versions: [{ name: 'v1', schema: csiDriverSchema }],
    ...csiDriverNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      flag('AttachRequired', 'Whether volumes are attached before they are mounted.', 'attachRequired'),
      flag('PodInfoOnMount', 'Whether the driver is told of the pod on mounting.', 'podInfoOnMount'),
      flag('StorageCapacity', 'Whether the scheduler looks at the reported capacity.', 'storageCapacity'),
      {
        name: 'TokenRequests',
        type: 'string',
        description: 'Audiences of the tokens that the driver asks for.',
        priority: 0,
        cell: ({ spec: { tokenRequests } }) => tokenRequests?.map(({ audience }) => audience).join(',') ?? '<unset>',
      },
      flag('RequiresRepublish', 'Whether mounted volumes are brought up to date.', 'requiresRepublish'),
      {
        name: 'Modes',
        type: 'string',
        description: 'Kinds of volumes that the driver supports.',
        priority: 0,
        cell: ({ spec: { volumeLifecycleModes = [] } }) => volumeLifecycleModes.join(','),
      },
    ),
    selectableFields: {},
    strategy: {
      nameErrors: driverName,
      prepareForCreate({ metadata }) {
        metadata.generation = 1;
      },
      prepareForUpdate({ metadata, spec }, { spec: before }) {
        if (COUNTED.every((field) => deepEqual(spec[field], before[field]))) return;
        metadata.generation = Number(metadata.generation ?? 0) + 1;
      },
      validate: ({ spec }) => validateTokenRequests(spec.tokenRequests ?? [], 'spec.tokenRequests'),
      createOnUpdate: false,
      updateNeedsVersion: true,
      deleteReturns: 'object',
    },
    subresources: {},
  };
}

/** Fields of which every change is a new generation (Kubernetes' strategy). */
const COUNTED = ['tokenRequests', 'requiresRepublish', 'seLinuxMount'] as const;

/** Shorter than other names, as the name of a driver is part of further ones. */
const driverName: Strategy['nameErrors'] = (name, prefix) => [
  ...(name.length > MAX_NAME_LENGTH ? [`must be no more than ${MAX_NAME_LENGTH} characters`] : []),
  ...subdomainName(name, prefix),
];

type Flag = 'attachRequired' | 'podInfoOnMount' | 'storageCapacity' | 'requiresRepublish';

function flag(name: string, description: string, field: Flag): Column<CSIDriver> {
  return { name, type: 'boolean', description, priority: 0, cell: ({ spec }) => spec[field] ?? false };
}
