import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  storageClassNames,
  storageClassSchema,
  type StorageClass,
} from '@pilothouse/apimachinery/generated/storage/v1.js';
import { notSupported, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { AGE_COLUMN, classNameColumn, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateImmutable } from '../definition/immutable.js';
import { subdomainName } from '../definition/names.js';
import { validateParameters, validateProvisioner } from './class-rules.js';
import { isDefaultClass } from './default-class.js';
import { topologyWarnings, validateTopologies } from './topologies.js';

export function storageClasses(domain: Domain): ResourceDefinition<StorageClass> {
  return {
    group: domain.group('storage'),
    versions: [{ name: 'v1', schema: storageClassSchema }],
    ...storageClassNames,
    verbs: ALL_VERBS,
    columns: [
      classNameColumn(({ metadata }) => isDefaultClass(metadata, domain)),
      textColumn('Provisioner', 'Provisioner of the volumes.', ({ provisioner }) => provisioner),
      textColumn('ReclaimPolicy', 'Reclaim policy of the volumes.', ({ reclaimPolicy = 'Delete' }) => reclaimPolicy),
      textColumn(
        'VolumeBindingMode',
        'When volumes are provisioned and bound.',
        ({ volumeBindingMode = 'Immediate' }) => volumeBindingMode,
      ),
      textColumn(
        'AllowVolumeExpansion',
        'Whether volumes can be expanded.',
        ({ allowVolumeExpansion = false }) => allowVolumeExpansion,
      ),
      AGE_COLUMN,
    ],
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      validate: (object, old) => [...validateClass(object), ...(old === undefined ? [] : validateFixed(object, old))],
      errorOrder: { rulesReportAll: true },
      warnings: ({ allowedTopologies = [] }) => [...topologyWarnings(allowedTopologies, 'allowedTopologies')],
      createOnUpdate: false,
      deleteReturns: 'object',
    },
    subresources: {},
  };
}

const RECLAIM_POLICIES = ['Delete', 'Retain'];
const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'];

/** Kubernetes' ValidateStorageClass. */
function validateClass(object: StorageClass): FieldError[] {
  const { provisioner, parameters = {}, reclaimPolicy = '', volumeBindingMode = '', allowedTopologies = [] } = object;
  const errors = [...validateProvisioner(provisioner, 'provisioner'), ...validateParameters(parameters, 'parameters')];
  if (reclaimPolicy !== '' && !RECLAIM_POLICIES.includes(reclaimPolicy)) {
    errors.push(notSupported('reclaimPolicy', reclaimPolicy, RECLAIM_POLICIES));
  }
  if (!BINDING_MODES.includes(volumeBindingMode)) {
    errors.push(notSupported('volumeBindingMode', volumeBindingMode, BINDING_MODES));
  }
  return [...errors, ...validateTopologies(allowedTopologies, 'allowedTopologies')];
}

const FIXED = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const;

function validateFixed(object: StorageClass, old: StorageClass): FieldError[] {
  return FIXED.flatMap((field) => validateImmutable(object[field], old[field], field));
}
