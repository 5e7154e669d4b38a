import { invalid, tooLong, type FieldError } from '../status/field-error.js';
import { utf8Length } from './messages.js';

/** Length limit of a field manager's name in bytes. */
export const MAX_FIELD_MANAGER = 128;

/** Characters for which Go's `unicode.IsPrint` is false. */
export const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/** Validates the name of a field manager; empty means none. Positions are in bytes. */
export function validateFieldManager(manager: string, field: string): FieldError[] {
  if (manager.length <= MAX_FIELD_MANAGER && /^[ -~]*$/.test(manager)) return [];
  const errors = utf8Length(manager) > MAX_FIELD_MANAGER ? [tooLong(field, MAX_FIELD_MANAGER)] : [];
  let position = 0;
  for (const character of manager) {
    if (UNPRINTABLE.test(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      errors.push(invalid(field, manager, `invalid character U+${code} (at position ${position})`));
    }
    position += utf8Length(character);
  }
  return errors;
}
