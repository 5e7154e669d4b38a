import type { Value } from '../values/value.js';

/** An argument that the signature says is a text. */
export function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
