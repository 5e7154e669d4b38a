import { LIST_ITEM_HEAD_BYTES, putListItemHead } from '@pilothouse/apimachinery/protobuf/envelope.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { ProtobufForm } from '../../registry/protobuf-form.js';

/** Cache of entries in protobuf, for lists and watches of all resources. */
export interface ProtobufCache {
  /** The cache for one form. */
  readonly of: (form: ProtobufForm) => ProtobufEntries;
}

export interface ProtobufEntries {
  /** Undefined on a miss. */
  readonly find: (entry: Entry) => Span | undefined;
  /** Adds the encoding of an entry, without an envelope. */
  readonly add: (entry: Entry, raw: Uint8Array) => Span;
}

/** The location of a list item. */
export interface Span {
  /** `bytes` is undefined after eviction. The content never changes. */
  readonly slab: { readonly bytes: Uint8Array | undefined };
  /** The start of the item with tag and length, and of the object itself. */
  readonly start: number;
  readonly raw: number;
  readonly end: number;
}

interface Slab {
  /** Undefined after eviction. */
  bytes: Uint8Array | undefined;
  used: number;
}

/** Enough for about 100,000 objects of common size. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Spans are packed into slabs of this size, since an allocation for each would cost more than its content. */
const SLAB_BYTES = 256 * 1024;

/**
 * Creates a cache with a limit in bytes and FIFO eviction. A garbage-collected entry frees its index but not its space,
 * so an object that changes constantly evicts others now and then.
 */
export function createProtobufCache(maxBytes = MAX_BYTES): ProtobufCache {
  const forms = new WeakMap<ProtobufForm, ProtobufEntries>();
  const slabs: Slab[] = [];
  let size = 0;

  /** A slab with enough free space; a separate one for values beyond the limit. */
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
    if (oldest?.bytes === undefined) throw new Error('the cache size is inconsistent');
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
