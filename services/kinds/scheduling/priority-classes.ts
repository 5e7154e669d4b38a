import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  priorityClassNames,
  priorityClassSchema,
  type PriorityClass,
} from '@pilothouse/apimachinery/generated/scheduling/v1.js';
import { forbidden, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { AGE_COLUMN, NAME_COLUMN } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { SYSTEM_PREFIX, systemClassProblem } from './system-priority-classes.js';

/** Of classes that are not the system's. */
const HIGHEST_VALUE = 1_000_000_000;

export function priorityClasses(domain: Domain): ResourceDefinition<PriorityClass> {
  return {
    group: domain.group('scheduling'),
    versions: [{ name: 'v1', schema: priorityClassSchema }],
    ...priorityClassNames,
    verbs: ALL_VERBS,
    columns: [
      NAME_COLUMN,
      {
        name: 'Value',
        type: 'integer',
        description: 'The priority of pods of the class.',
        priority: 0,
        cell: ({ value }) => value,
      },
      {
        name: 'Global-Default',
        type: 'boolean',
        description: 'Whether pods without a class get this one.',
        priority: 0,
        cell: ({ globalDefault = false }) => globalDefault,
      },
      AGE_COLUMN,
      {
        name: 'PreemptionPolicy',
        type: 'string',
        description: 'Whether its pods may take the place of others.',
        priority: 0,
        cell: ({ preemptionPolicy = '' }) => preemptionPolicy,
      },
    ],
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      prepareForCreate({ metadata }) {
        metadata.generation = 1;
      },
      validate: (object, old) => (old === undefined ? validateNew(object) : validateUnchanged(object, old)),
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}

function validateNew(object: PriorityClass): FieldError[] {
  // An empty policy is not the default one; Kubernetes calls it missing, and not unsupported.
  const policy = object.preemptionPolicy === '' ? [required('preemptionPolicy')] : [];
  return [...validateValue(object), ...policy];
}

function validateValue(object: PriorityClass): FieldError[] {
  if (object.metadata.name?.startsWith(SYSTEM_PREFIX) !== true) {
    if (object.value <= HIGHEST_VALUE) return [];
    return [forbidden('value', `maximum allowed value of a user defined priority is ${HIGHEST_VALUE}`)];
  }
  const problem = systemClassProblem(object);
  if (problem === undefined) return [];
  const rule = `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only`;
  return [forbidden('metadata.name', `${rule}. error: ${problem}`)];
}

/** The schema says that the policy may not change; of the value Kubernetes says so in words of its own. */
function validateUnchanged({ value }: PriorityClass, old: PriorityClass): FieldError[] {
  return value === old.value ? [] : [forbidden('value', 'may not be changed in an update.')];
}
