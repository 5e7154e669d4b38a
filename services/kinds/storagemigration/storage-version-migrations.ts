import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Condition } from '@pilothouse/apimachinery/generated/meta/v1.js';
import {
  storageVersionMigrationNames,
  storageVersionMigrationSchema,
  type StorageVersionMigration,
} from '@pilothouse/apimachinery/generated/storagemigration/v1beta1.js';
import { dns1035Label, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { invalid, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import { NAME_COLUMN, textColumn } from '../definition/columns.js';
import { validateConditions } from '../definition/conditions.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateImmutable } from '../definition/immutable.js';
import { subdomainName } from '../definition/names.js';
import { strictStatusPart } from '../definition/status-part.js';
import { statusStrategy } from '../definition/status-strategy.js';

const STATES: readonly string[] = ['Running', 'Failed', 'Succeeded'];
const CONDITIONS = 'status.conditions';
const VERSION = 'status.resourceVersion';

/** Requests to write all objects of a resource again, which a controller carries out. */
export function storageVersionMigrations(domain: Domain): ResourceDefinition<StorageVersionMigration> {
  return {
    group: domain.group('storagemigration'),
    versions: [{ name: 'v1beta1', schema: storageVersionMigrationSchema, since: '1.35' }],
    gate: 'StorageVersionMigrator',
    ...storageVersionMigrationNames,
    verbs: ALL_VERBS,
    columns: [
      { ...NAME_COLUMN, format: '' },
      textColumn('Resource', 'Resource to migrate.', ({ spec }) => qualifiedResource(spec.resource)),
      textColumn('Status', 'State of the migration.', ({ status: { conditions = [] } }) => stateOf(conditions)),
    ],
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      ...statusStrategy<StorageVersionMigration>({}),
      validate: ({ spec }, old) => [
        ...validateResource(spec.resource),
        ...(old === undefined ? [] : validateImmutable(spec, old.spec, 'spec')),
      ],
      createOnUpdate: false,
      updateNeedsVersion: true,
      deleteReturns: 'status',
    },
    subresources: {
      status: { ...strictStatusPart, validate: validateStatus },
    },
  };
}

function validateResource({ group, resource }: StorageVersionMigration['spec']['resource']): FieldError[] {
  const field = 'spec.resource.resource';
  const joined = (path: string, value: string, problems: readonly string[]): FieldError[] =>
    problems.length === 0 ? [] : [invalid(path, value, problems.join(','))];
  return [
    ...(resource === ''
      ? [required(field, 'resource is required to be set')]
      : joined(field, resource, dns1035Label(resource))),
    ...(group === '' ? [] : joined('spec.resource.group', group, dnsSubdomain(group))),
  ];
}

/** Kubernetes' ValidateStorageVersionMigrationStatusUpdate. */
function validateStatus({ status }: StorageVersionMigration, { status: old }: StorageVersionMigration): FieldError[] {
  const { conditions = [], resourceVersion = '' } = status;
  const { conditions: before = [], resourceVersion: oldVersion = '' } = old;
  const wrong = (isWrong: boolean, text: string): FieldError[] =>
    isWrong ? [invalid(CONDITIONS, conditions, text)] : [];
  const [succeeded, failed] = [isTrue(conditions, 'Succeeded'), isTrue(conditions, 'Failed')];
  return [
    ...validateVersion(resourceVersion),
    ...validateConditions(conditions, CONDITIONS),
    ...(oldVersion !== '' && oldVersion !== resourceVersion
      ? [invalid(VERSION, resourceVersion, 'field is immutable')]
      : []),
    ...wrong(succeeded && failed, 'Both success and failed conditions cannot be true at the same time'),
    ...wrong(isTrue(before, 'Succeeded') && !succeeded, 'Success condition cannot be set to false once it is true'),
    ...wrong(isTrue(before, 'Failed') && !failed, 'Failed condition cannot be set to false once it is true'),
  ];
}

/** A resource version is a positive number without leading zeros (Kubernetes' CompareResourceVersion). */
function validateVersion(version: string): FieldError[] {
  if (version === '' || /^[1-9]\d*$/.test(version)) return [];
  return [invalid(VERSION, version, `resource version is not well formed: ${version}`)];
}

function isTrue(conditions: readonly Condition[], type: string): boolean {
  return conditions.find((condition) => condition.type === type)?.status === 'True';
}

function stateOf(conditions: readonly Condition[]): string {
  return conditions.findLast(({ type, status }) => status === 'True' && STATES.includes(type))?.type ?? 'Unknown';
}
