import { forbidden, notSupported, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** Access modes of volumes, and their short forms in the order of tables. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]);

const MODES = [...SHORT.keys()].sort();
const ALONE = 'ReadWriteOncePod';

/** Validates access modes. `ReadWriteOncePod` cannot be combined with others. */
export function validateAccessModes(modes: readonly string[], field: string): FieldError[] {
  const unknown = [...new Set(modes)].filter((mode) => !SHORT.has(mode));
  const errors = unknown.map((mode) => notSupported(field, mode, MODES));
  const isMixed = modes.includes(ALONE) && modes.some((mode) => mode !== ALONE && SHORT.has(mode));
  return isMixed ? [...errors, forbidden(field, 'may not use ReadWriteOncePod with other access modes')] : errors;
}

/** Access modes in a table, such as `RWO,ROX`. */
export function accessModesText(modes: readonly string[] = []): string {
  return [...SHORT].flatMap(([mode, text]) => (modes.includes(mode) ? [text] : [])).join(',');
}
