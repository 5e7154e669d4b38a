import { LIST_ITEM_HEAD_BYTES, putListItemHead } from '@pilothouse/apimachinery/protobuf/envelope.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { ProtobufForm } from '../../registry/protobuf-form.js';

/** What was encoded of entries for lists and watches in protobuf, of all resources together. */
export interface ProtobufCache {
  /** What is kept in one form. */
  readonly of: (form: ProtobufForm) => ProtobufEntries;
}

export interface ProtobufEntries {
  /** Undefined for what has not been kept, or not for so long. */
  readonly find: (entry: Entry) => Span | undefined;
  /** Keeps what the form makes of an entry, without an envelope. */
  readonly add: (entry: Entry, raw: Uint8Array) => Span;
}

/** Where an item of a list is. */
export interface Span {
  /** Its bytes are undefined when they have been given up. What is in them never changes. */
  readonly slab: { readonly bytes: Uint8Array | undefined };
  /** The beginning of the item with its tag and length, and that of the object itself. */
  readonly start: number;
  readonly raw: number;
  readonly end: number;
}

interface Slab {
  /** Undefined when it was given up. */
  bytes: Uint8Array | undefined;
  used: number;
}

/** Enough for some 100,000 objects of common size. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Spans are put into memory of this size, since an allocation for each would cost more than what it holds. */
const SLAB_BYTES = 256 * 1024;

/**
 * Keeps up to so many bytes, the oldest going first. What becomes of an entry goes with it, but for its place: an object that
 * changes all the time makes others be encoded anew now and then.
 */
export function createProtobufCache(maxBytes = MAX_BYTES): ProtobufCache {
  const forms = new WeakMap<ProtobufForm, ProtobufEntries>();
  const slabs: Slab[] = [];
  let size = 0;

  /** One with room for so many bytes; of its own for what is larger than all that may be kept. */
  function slabFor(length: number): { readonly slab: Slab; readonly bytes: Uint8Array } {
    const last = slabs.at(-1);
    if (last?.bytes !== undefined && last.bytes.byteLength - last.used >= length)
      return { slab: last, bytes: last.bytes };
    const bytes = Buffer.allocUnsafeSlow(Math.max(length, Math.min(SLAB_BYTES, maxBytes)));
    const slab: Slab = { bytes, used: 0 };
    if (length > maxBytes) return { slab, bytes };
    slabs.push(slab);
    size += bytes.byteLength;
    while (size > maxBytes) evictOldest();
    return { slab, bytes };
  }

  function evictOldest(): void {
    const oldest = slabs.shift();
    if (oldest?.bytes === undefined) throw new Error('more is kept than there is');
    size -= oldest.bytes.byteLength;
    oldest.bytes = undefined;
  }

  function createEntries(): ProtobufEntries {
    const spans = new WeakMap<Entry, Span>();
    return {
      find(entry) {
        const span = spans.get(entry);
        return span?.slab.bytes === undefined ? undefined : span;
      },
      add(entry, raw) {
        const { slab, bytes } = slabFor(LIST_ITEM_HEAD_BYTES + raw.byteLength);
        const start = slab.used;
        const begin = putListItemHead(bytes, start, raw.byteLength);
        bytes.set(raw, begin);
        slab.used = begin + raw.byteLength;
        const span: Span = { slab, start, raw: begin, end: slab.used };
        if (bytes.byteLength <= maxBytes) spans.set(entry, span);
        return span;
      },
    };
  }

  return {
    of(form) {
      let found = forms.get(form);
      if (found === undefined) forms.set(form, (found = createEntries()));
      return found;
    },
  };
}
