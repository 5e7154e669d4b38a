import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  volumeAttributesClassNames,
  volumeAttributesClassSchema,
  type VolumeAttributesClass,
} from '@pilothouse/apimachinery/generated/storage/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { inVersion } from '@pilothouse/apimachinery/schema/in-version.js';
import { forbidden, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { validateParameters, validateProvisioner } from './class-rules.js';

export function volumeAttributesClasses(domain: Domain): ResourceDefinition<VolumeAttributesClass> {
  return {
    group: domain.group('storage'),
    versions: [
      { name: 'v1', schema: volumeAttributesClassSchema, since: '1.34' },
      {
        name: 'v1beta1',
        schema: inVersion(volumeAttributesClassSchema, 'v1beta1'),
        since: '1.31',
        deprecated: {
          since: '1.34',
          removedIn: '1.37',
          replacement: { group: domain.group('storage'), version: 'v1', kind: 'VolumeAttributesClass' },
        },
      },
    ],
    ...volumeAttributesClassNames,
    verbs: ALL_VERBS,
    columns: columnsOf(textColumn('DriverName', 'Driver of the volumes.', ({ driverName }) => driverName)),
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      validate: (object, old) => [...(old === undefined ? [] : validateFixed(object, old)), ...validateClass(object)],
      errorOrder: { rulesReportAll: true },
      createOnUpdate: false,
      deleteReturns: 'object',
    },
    subresources: {},
  };
}

/** Kubernetes' ValidateVolumeAttributesClass. */
function validateClass({ driverName, parameters = {} }: VolumeAttributesClass): FieldError[] {
  const errors = [...validateProvisioner(driverName, 'driverName'), ...validateParameters(parameters, 'parameters')];
  const isEmpty = Object.keys(parameters).length === 0;
  return isEmpty ? [...errors, required('parameters', 'must contain at least one key/value pair')] : errors;
}

function validateFixed(object: VolumeAttributesClass, old: VolumeAttributesClass): FieldError[] {
  return (['driverName', 'parameters'] as const)
    .filter((field) => !deepEqual(object[field], old[field]))
    .map((field) => forbidden(field, `updates to ${field} are forbidden.`));
}
