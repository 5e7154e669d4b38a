import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  csiDriverNames,
  csiDriverSchema,
  type CSIDriver,
  type CSIDriverSpec,
} from '@pilothouse/apimachinery/generated/storage/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { countGeneration } from '../definition/count-generation.js';
import { booleanColumn, columnsOf, textColumn } from '../definition/columns.js';
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
      flag('PodInfoOnMount', 'Whether the driver gets information about the pod on mount.', 'podInfoOnMount'),
      flag('StorageCapacity', 'Whether the scheduler looks at the reported capacity.', 'storageCapacity'),
      textColumn(
        'TokenRequests',
        'Audiences of the tokens that the driver asks for.',
        ({ spec: { tokenRequests } }) => tokenRequests?.map(({ audience }) => audience).join(',') ?? '<unset>',
      ),
      flag('RequiresRepublish', 'Whether mounted volumes are brought up to date.', 'requiresRepublish'),
      textColumn('Modes', 'Kinds of volumes that the driver supports.', ({ spec: { volumeLifecycleModes = [] } }) =>
        volumeLifecycleModes.join(','),
      ),
    ),
    selectableFields: {},
    strategy: {
      nameErrors: driverName,
      prepareForCreate({ spec }) {
        delete spec.preventPodSchedulingIfMissing;
      },
      prepareForUpdate(driver, old) {
        if (old.spec.preventPodSchedulingIfMissing === undefined) delete driver.spec.preventPodSchedulingIfMissing;
        countGeneration(driver, old, !deepEqual(driver.spec, old.spec));
      },
      validate: ({ spec }) => validateSpec(spec),
      warnings: ({ spec }, old) => tokenWarnings(spec, old?.spec),
      createOnUpdate: false,
      updateNeedsVersion: true,
      deleteReturns: 'object',
    },
    subresources: {},
  };
}

const SHORTEST_PERIOD = 10;

function validateSpec({ tokenRequests = [], ...spec }: CSIDriverSpec): FieldError[] {
  const errors = validateTokenRequests(tokenRequests, 'spec.tokenRequests');
  const { nodeAllocatableUpdatePeriodSeconds: period, serviceAccountTokenInSecrets: isSecret } = spec;
  if (period !== undefined && period < SHORTEST_PERIOD) {
    const text = 'must be greater than or equal to 10 seconds';
    errors.push(invalid('spec.nodeAllocatableUpdatePeriodSeconds', period, text));
  }
  if (isSecret !== undefined && tokenRequests.length === 0) {
    const text = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified';
    errors.push(invalid('spec.serviceAccountTokenInSecrets', isSecret, text));
  }
  return errors;
}

/** Drivers may log volume attributes, and with them the tokens. */
function tokenWarnings({ tokenRequests = [], ...spec }: CSIDriverSpec, old: CSIDriverSpec | undefined): string[] {
  if (tokenRequests.length === 0 || spec.serviceAccountTokenInSecrets !== undefined) return [];
  if (old !== undefined && deepEqual(tokenRequests, old.tokenRequests ?? [])) return [];
  const advice =
    'if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';
  return [`spec.serviceAccountTokenInSecrets is unset; ${advice}`];
}

/** Shorter than other names, since driver names become part of longer names. */
const driverName: Strategy['nameErrors'] = (name, prefix) => [
  ...(name.length > MAX_NAME_LENGTH ? [`must be no more than ${MAX_NAME_LENGTH} characters`] : []),
  ...subdomainName(name, prefix),
];

type Flag = 'attachRequired' | 'podInfoOnMount' | 'storageCapacity' | 'requiresRepublish';

function flag(name: string, description: string, field: Flag): Column<CSIDriver> {
  return booleanColumn(name, description, ({ spec }) => spec[field] ?? false);
}
