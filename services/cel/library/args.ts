import type { Value } from '../values/value.js';

/** An argument whose signature requires a string. */
export function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
