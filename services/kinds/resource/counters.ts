import type { Counter } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { fieldPath, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateEntries } from './lists.js';
import { label } from './names.js';

const MAX_COUNTERS = 32;
const MAX_LABEL = 63;

/** Validates counters of a set, whose name is in the field `nameField` (Kubernetes' validateCounterSet). */
export function validateCounters(
  nameField: string,
  name: string,
  counters: Readonly<Record<string, Counter>> = {},
  path: string,
): FieldError[] {
  const [at, field] = [fieldPath(path, nameField), fieldPath(path, 'counters')];
  const limits = { maxEntries: MAX_COUNTERS, maxKey: MAX_LABEL };
  return [
    ...(name === '' ? [required(at)] : label(name, at)),
    ...(Object.keys(counters).length === 0 ? [required(field)] : validateEntries(counters, field, limits, label)),
  ];
}
