import type { Entry } from '../../storage/store.js';

/** Items of lists in protobuf, which costs several times what sending them does. */
export interface EncodedItems {
  /** The entry's bytes: those of last time, or else what `encode` makes. */
  readonly of: (entry: Entry, encode: (entry: Entry) => Uint8Array) => Uint8Array;
}

/** What one resource keeps in bytes, the longest unused going first: enough for some 16,000 objects of common size. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Keeps what was encoded for lists, so that only what has changed is encoded for the next. */
export function encodedItems(maxBytes = MAX_BYTES): EncodedItems {
  const kept = new Map<Entry, Uint8Array>();
  let size = 0;
  return {
    of(entry, encode) {
      const found = kept.get(entry);
      // An encoder's buffer is larger than what it holds, and would be kept with it.
      const bytes = found ?? Buffer.from(encode(entry));
      if (found === undefined) size += bytes.byteLength;
      else kept.delete(entry);
      kept.set(entry, bytes);
      for (const [oldest, { byteLength }] of kept) {
        if (size <= maxBytes) break;
        kept.delete(oldest);
        size -= byteLength;
      }
      return bytes;
    },
  };
}
