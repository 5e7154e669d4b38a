import type { Segment } from './segment.js';

/**
 * Which values must not stay in the files once no readable state contains them, such as values in the clear of what is
 * encrypted now. The cleaner writes the rest of their segments again, however few they are.
 */
export interface Erasure {
  readonly concerns: (key: string, value: Uint8Array) => boolean;
  /** Changes when answers of `concerns` may have changed. */
  readonly version: () => number;
}

export const NO_ERASURE: Erasure = { concerns: () => false, version: () => 0 };

/** A record of the segment is no longer needed. `value` is undefined for a deletion. */
export function noteDead(segment: Segment, key: string, value: Uint8Array | undefined, erasure: Erasure): void {
  if (segment.isExposed !== true && value !== undefined && erasure.concerns(key, value)) segment.isExposed = true;
}
