import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { namespaceNames, namespaceSchema, type Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { invalid, invalidEach, keyPath, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { STATUS } from '../definition/reset.js';
import { labelName } from '../definition/names.js';
import { statusPart } from '../definition/status-part.js';

/** The finalizer for a namespace's content. It is removed when the namespace is empty. */
const CONTENT_FINALIZER = 'kubernetes';

export function namespaces(domain: Domain): ResourceDefinition<Namespace> {
  const nameLabel = domain.key('metadata.name');
  const labelWithName = ({ metadata }: Namespace): void => {
    metadata.labels = Object.assign(newObject(), metadata.labels, { [nameLabel]: metadata.name ?? '' });
  };
  return {
    group: '',
    versions: [{ name: 'v1', schema: namespaceSchema }],
    ...namespaceNames,
    verbs: ALL_VERBS.filter((verb) => verb !== 'deletecollection'),
    columns: columnsOf({
      name: 'Status',
      type: 'string',
      description: 'Active, or Terminating while its content is being removed.',
      priority: 0,
      cell: phaseOf,
    }),
    selectableFields: { 'status.phase': { value: phaseOf } },
    setDefaults(object) {
      if ((object.metadata.name ?? '') !== '') labelWithName(object);
    },
    strategy: {
      nameErrors: labelName,
      prepareForCreate(object) {
        // A generated name is set only now.
        labelWithName(object);
        const { finalizers = [] } = object.spec;
        const others = finalizers.filter((finalizer) => finalizer !== CONTENT_FINALIZER);
        object.spec = { finalizers: [...others, CONTENT_FINALIZER] };
        object.status = { phase: 'Active' };
      },
      prepareForUpdate(object, old) {
        object.spec = old.spec;
        object.status = old.status;
      },
      resetFields: STATUS,
      createOnUpdate: false,
      deleteReturns: 'status',
      validate: validateFinalizers,
      termination: {
        begin(object) {
          object.status = { ...object.status, phase: 'Terminating' };
        },
        isFinished: ({ spec: { finalizers = [] } }) => finalizers.length === 0,
      },
    },
    subresources: {
      status: {
        ...statusPart,
        prepareForUpdate(object, old) {
          object.spec = old.spec;
        },
        validate: validatePhase,
      },
      finalize: {
        type: 'part',
        verbs: ['update'],
        prepareForUpdate(object, old) {
          object.status = old.status;
        },
        resetFields: STATUS,
        validate: validateFinalizers,
      },
    },
  };
}

function phaseOf({ status }: Namespace): string {
  return status.phase ?? '';
}

function validateFinalizers({ spec: { finalizers = [] } }: Namespace): FieldError[] {
  return finalizers.flatMap((name, index) => {
    const field = keyPath('spec.finalizers', index);
    const errors = invalidEach(field, name, qualifiedName(name));
    if (errors.length > 0 || name.includes('/') || name === CONTENT_FINALIZER) return errors;
    return [invalid(field, name, 'name is neither a standard finalizer name nor is it fully qualified')];
  });
}

/** The phase must agree with `deletionTimestamp`. */
function validatePhase(namespace: Namespace): FieldError[] {
  const phase = phaseOf(namespace);
  const isDeleted = namespace.metadata.deletionTimestamp !== undefined;
  const only = isDeleted ? 'Terminating' : 'Active';
  if (phase === only || (phase === '' && !isDeleted)) return [];
  const when = isDeleted ? '`deletionTimestamp` is not empty' : '`deletionTimestamp` is empty';
  return [invalid('status.phase', phase, `may only be '${only}' if ${when}`)];
}
