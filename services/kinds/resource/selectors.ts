import type { DeviceSelector } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { fieldPath, required, tooLong, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateItems } from './lists.js';

const MAX_SELECTORS = 32;
const MAX_EXPRESSION = 10 * 1024;

/** Validates selectors of devices (Kubernetes' validateSelectorSlice). */
export function validateSelectors(selectors: readonly DeviceSelector[] = [], path: string): FieldError[] {
  return validateItems(selectors, path, MAX_SELECTORS, ({ cel }, item) => {
    if (cel === undefined) return [required(fieldPath(item, 'cel'))];
    const field = fieldPath(item, 'cel.expression');
    if (utf8Length(cel.expression) > MAX_EXPRESSION) return [tooLong(field, MAX_EXPRESSION)];
    return [];
  });
}
