import type { DeviceTaint, DeviceToleration } from '@pilothouse/apimachinery/generated/resource/v1.js';
import {
  eachError,
  fieldPath,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { labelKey, labelText } from './names.js';

const EFFECTS = ['NoExecute', 'NoSchedule', 'None'];
const OPERATORS = ['Equal', 'Exists'];

/** Validates a taint (Kubernetes' validateDeviceTaint). The effect of `old` may stay. */
export function validateTaint({ key, value = '', effect }: DeviceTaint, path: string, old?: DeviceTaint): FieldError[] {
  const field = fieldPath(path, 'effect');
  return [
    ...labelKey(key, fieldPath(path, 'key')),
    ...labelText(value, fieldPath(path, 'value')),
    ...(effect === old?.effect ? [] : effect === '' ? [required(field)] : validateEffect(effect, field)),
  ];
}

/** Validates tolerations (Kubernetes' validateDeviceToleration). */
export function validateTolerations(tolerations: readonly DeviceToleration[], path: string): FieldError[] {
  return eachError(tolerations, ({ key = '', operator = '', value = '', effect = '' }, index) => {
    const field = (name: string): string => fieldPath(keyPath(path, index), name);
    return [
      ...(key === '' ? [] : labelKey(key, field('key'))),
      ...validateOperator(operator, value, field),
      ...(effect === '' ? [] : validateEffect(effect, field('effect'))),
    ];
  });
}

function validateOperator(operator: string, value: string, field: (name: string) => string): FieldError[] {
  switch (operator) {
    case 'Exists':
      return value === '' ? [] : [invalid(field('value'), value, 'must be empty for operator `Exists`')];
    case 'Equal':
      return labelText(value, field('value'));
    case '':
      return [required(field('operator'))];
    default:
      return [notSupported(field('operator'), operator, OPERATORS)];
  }
}

function validateEffect(effect: string, field: string): FieldError[] {
  return EFFECTS.includes(effect) ? [] : [notSupported(field, effect, EFFECTS)];
}
