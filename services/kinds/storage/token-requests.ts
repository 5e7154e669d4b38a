import type { TokenRequest } from '@pilothouse/apimachinery/generated/storage/v1.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;

/**
 * Validates that audiences are unique, with at most one empty, and that durations are in range. A duplicate is not
 * validated further.
 */
export function validateTokenRequests(requests: readonly TokenRequest[], path: string): FieldError[] {
  const audiences = new Set<string>();
  return eachError(requests, ({ audience, expirationSeconds }, index) => {
    const at = keyPath(path, index);
    if (audiences.has(audience)) return [duplicate(fieldPath(at, 'audience'), audience)];
    audiences.add(audience);
    return expirationSeconds === undefined ? [] : durationErrors(expirationSeconds, fieldPath(at, 'expirationSeconds'));
  });
}

function durationErrors(seconds: number | bigint, field: string): FieldError[] {
  if (seconds < MIN_SECONDS) return [invalid(field, seconds, 'may not specify a duration less than 10 minutes')];
  if (seconds > MAX_SECONDS) return [invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')];
  return [];
}
