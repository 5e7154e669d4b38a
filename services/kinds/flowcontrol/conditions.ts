import {
  duplicate,
  fieldPath,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** The errors of the conditions of a FlowSchema or a PriorityLevelConfiguration: each has a type of its own. */
export function validateConditions(conditions: readonly { readonly type?: string }[] = []): FieldError[] {
  const types = new Set<string>();
  return conditions.flatMap(({ type = '' }, index) => {
    const field = fieldPath(keyPath('status.conditions', index), 'type');
    const errors = types.has(type) ? [duplicate(field, type)] : [];
    types.add(type);
    return type === '' ? [...errors, required(field)] : errors;
  });
}
