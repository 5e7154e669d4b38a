import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  priorityClassNames,
  priorityClassSchema,
  type PriorityClass,
} from '@pilothouse/apimachinery/generated/scheduling/v1.js';
import { forbidden, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { AGE_COLUMN, NAME_COLUMN, booleanColumn, numberColumn, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { SYSTEM_PREFIX, systemClassProblem } from './system-priority-classes.js';

/** The limit for user-defined classes. */
const HIGHEST_VALUE = 1_000_000_000;

export function priorityClasses(domain: Domain): ResourceDefinition<PriorityClass> {
  return {
    group: domain.group('scheduling'),
    versions: [{ name: 'v1', schema: priorityClassSchema }],
    ...priorityClassNames,
    verbs: ALL_VERBS,
    columns: [
      NAME_COLUMN,
      numberColumn('Value', 'The priority of pods of the class.', ({ value }) => value),
      booleanColumn('Global-Default', 'Whether it is the default class.', ({ globalDefault = false }) => globalDefault),
      AGE_COLUMN,
      textColumn(
        'PreemptionPolicy',
        'Whether its pods may preempt others.',
        ({ preemptionPolicy = '' }) => preemptionPolicy,
      ),
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
  // An empty policy is not defaulted. Kubernetes reports it as missing and not as unsupported.
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

/** The schema makes the policy immutable. For the value, Kubernetes has its own text. */
function validateUnchanged({ value }: PriorityClass, old: PriorityClass): FieldError[] {
  return value === old.value ? [] : [forbidden('value', 'may not be changed in an update.')];
}
