import type { KeyToPath } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Problems } from '@pilothouse/apimachinery/names/messages.js';
import {
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { PORTS, validateRange } from '../../definition/numbers.js';

const LARGEST_ID = 2 ** 31 - 1;

/** A user or group id. */
export function wrongId(value: number | bigint | undefined, field: string): FieldError[] {
  return validateRange(value, [0, LARGEST_ID], field);
}

/** Positive numbers of 31 bits. */
export const POSITIVE = [1, LARGEST_ID] as const;

/** Permission bits of a file. */
export function wrongMode(mode: number | undefined, field: string): FieldError[] {
  if (mode === undefined || (mode >= 0 && mode <= 0o777)) return [];
  return [invalid(field, mode, 'must be a number between 0 and 0777 (octal), both inclusive')];
}

/** The name of a port (RFC 6335): at most 15 letters, digits and hyphens, with a letter among them. */
export function portName(value: string): Problems {
  return [
    ...(value.length > 15 ? ['must be no more than 15 characters'] : []),
    ...(/[^-a-z0-9]|^$/.test(value) ? ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'] : []),
    ...(/[a-z]/.test(value) ? [] : ['must contain at least one letter (a-z)']),
    ...(value.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(value.startsWith('-') || value.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
  ];
}

/** Validates the number or name of a port. */
export function portNumberOrName(port: number | string, field: string): FieldError[] {
  if (typeof port === 'number') return validateRange(port, PORTS, field);
  return invalidEach(field, port, portName(port));
}

/** A relative path that stays below its root: it has no leading `/` and no `..`. */
export function validateDescending(path: string, field: string): FieldError[] {
  return [
    ...(path.startsWith('/') ? [invalid(field, path, 'must be a relative path')] : []),
    ...validateNoBacksteps(path, field),
  ];
}

/** The same for a file in a volume. Names that begin with `..` are reserved for the kubelet. */
export function validateVolumeFile(path: string, field: string): FieldError[] {
  const isReserved = path.startsWith('..') && !path.startsWith('../');
  return [
    ...validateDescending(path, field),
    ...(isReserved ? [invalid(field, path, "must not start with '..'")] : []),
  ];
}

export function validateNoBacksteps(path: string, field: string): FieldError[] {
  return path.split('/').includes('..') ? [invalid(field, path, "must not contain '..'")] : [];
}

/** Validates keys that are projected to files. */
export function validateItems(items: readonly KeyToPath[], path: string): FieldError[] {
  return eachError(items, ({ path: file, mode }, index) => {
    const field = keyPath(path, index);
    return [...validateVolumeFile(file, fieldPath(field, 'path')), ...wrongMode(mode, fieldPath(field, 'mode'))];
  });
}
