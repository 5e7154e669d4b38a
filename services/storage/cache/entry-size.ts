import type { Entry } from '../store.js';

/** Bytes of the value; 0 if it cannot be read. */
export function sizeOf(entry: Entry): number {
  return entry.problem === undefined ? entry.value.byteLength : 0;
}
