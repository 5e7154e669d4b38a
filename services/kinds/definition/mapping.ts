import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Entry } from '@pilothouse/storage/store.js';

/** Between the entries of a store and others that stand for them. */
export interface Mapping {
  /**
   * What stands for entries of the store, in their order; an entry itself where nothing changes. Asked once for each entry, with
   * as many at a time as a call reads.
   */
  readonly read: (entries: readonly Entry[]) => readonly Entry[] | Promise<readonly Entry[]>;
  /** What is written for a value. */
  readonly write: (key: string, value: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /** Whether a read gives the very object that was written. It may say no where it is costly to tell. Never when absent. */
  readonly keeps?: (object: JsonObject) => boolean;
  /** True where labels differ between the two: the store then selects nothing by labels. */
  readonly changesLabels?: true;
}

/** The mapping that reads every entry by itself. */
export function eachEntry(read: (entry: Entry) => Entry): Mapping['read'] {
  return (entries) => entries.map(read);
}
