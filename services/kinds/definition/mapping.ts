import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { Entry } from '@pilothouse/storage/store.js';

/** Maps stored entries to their served form and back. */
export interface Mapping {
  /**
   * Maps entries, in order. An unchanged entry is returned itself. Called once for each entry, with as many as a call
   * reads. Calls of webhooks are parts of `trace`.
   */
  readonly read: (entries: readonly Entry[], trace?: Span) => readonly Entry[] | Promise<readonly Entry[]>;
  /** The bytes to store for a value. */
  readonly write: (key: string, value: Uint8Array, trace?: Span) => Uint8Array | Promise<Uint8Array>;
  /**
   * Whether a read returns exactly the written object. It may return false if that is expensive to find out. Absent
   * means never.
   */
  readonly keeps?: (object: JsonObject) => boolean;
  /** True if labels differ between the two forms. The store then does not select by labels. */
  readonly changesLabels?: true;
}

/** A mapping that reads each entry independently. */
export function eachEntry(read: (entry: Entry) => Entry): Mapping['read'] {
  return (entries) => entries.map(read);
}
