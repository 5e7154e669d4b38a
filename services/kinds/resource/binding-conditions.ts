import {
  eachError,
  fieldPath,
  invalid,
  keyPath,
  duplicate,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { duplicates, validateItems } from './lists.js';
import { labelKey } from './names.js';

const MAX_CONDITIONS = 4;

interface WithBindingConditions {
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
}

/** Validates the conditions of a device or an allocation (Kubernetes' validateDeviceBindingParameters). */
export function validateBindingConditions(
  { bindingConditions: wanted = [], bindingFailureConditions: failed = [] }: WithBindingConditions,
  path: string,
): FieldError[] {
  const [field, failedField] = [fieldPath(path, 'bindingConditions'), fieldPath(path, 'bindingFailureConditions')];
  const known = new Set(wanted);
  const seen = new Set<string>();
  const others = eachError(failed, (condition, index) => {
    const item = keyPath(failedField, index);
    const errors = seen.has(condition) ? [duplicate(item, condition)] : [];
    seen.add(condition);
    if (!known.has(condition)) return errors;
    return [...errors, invalid(item, condition, 'bindingFailureConditions must not overlap with bindingConditions')];
  });
  return [
    ...validateItems(wanted, field, MAX_CONDITIONS, labelKey),
    ...validateItems(failed, failedField, MAX_CONDITIONS, labelKey),
    ...duplicates(wanted, field, (condition) => condition),
    ...others,
    ...(wanted.length === 0 && failed.length > 0
      ? [invalid(field, null, 'bindingConditions are required to use bindingFailureConditions')]
      : []),
    ...(failed.length === 0 && wanted.length > 0
      ? [invalid(failedField, null, 'bindingFailureConditions are required to use bindingConditions')]
      : []),
  ];
}
