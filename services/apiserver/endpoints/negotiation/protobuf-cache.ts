import { LIST_ITEM_HEAD_BYTES, putListItemHead } from '@pilothouse/apimachinery/protobuf/envelope.js';
import type { Derived, Entry } from '@pilothouse/storage/store.js';
import type { ProtobufForm } from '../../registry/protobuf-form.js';
import { CHUNK_BYTES } from './chunks.js';

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
  readonly slab: Slab;
  /** The start of the item with tag and length, and of the object itself. */
  readonly start: number;
  readonly raw: number;
  readonly end: number;
}

/** Spans next to each other. */
export interface Slab {
  /** Undefined after eviction. The content of spans never changes. */
  readonly bytes: Uint8Array | undefined;
  /** The shared parts by window; see {@link partsOf}. */
  readonly windows: Uint8Array[];
}

/** A part of a slab. */
export interface Part {
  readonly bytes: Uint8Array;
  /** Whether lists share the object `bytes`, so that it is sent, and compressed, as it is. */
  readonly isShared: boolean;
}

/** The parts of a range of a slab that has not been evicted: its windows, which are shared unless they are small. */
export function* partsOf(slab: Slab, start: number, end: number): Generator<Part> {
  const { bytes, windows } = slab;
  if (bytes === undefined) return;
  for (let at = start; at < end;) {
    const index = Math.floor(at / WINDOW_BYTES);
    const next = Math.min(end, (index + 1) * WINDOW_BYTES);
    const isShared = at === index * WINDOW_BYTES && next - at >= SHARED_BYTES;
    const known = isShared ? windows[index] : undefined;
    const part = known?.byteLength === next - at ? known : bytes.subarray(at, next);
    // The slab may be evicted meanwhile, and then keeps nothing.
    if (isShared && slab.bytes !== undefined) windows[index] = part;
    yield { bytes: part, isShared };
    at = next;
  }
}

interface KeptSpan extends Span, Derived {}

interface OpenSlab extends Slab {
  bytes: Uint8Array | undefined;
  used: number;
}

/** Enough for about 100,000 objects of common size. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Lists send a slab in parts of this size. */
const WINDOW_BYTES = CHUNK_BYTES;
/** Smaller parts are copied, since a write of its own costs more than a copy. */
const SHARED_BYTES = WINDOW_BYTES / 2;
/** Spans are packed into slabs of this size, since an allocation for each would cost more than its content. */
const SLAB_BYTES = 4 * WINDOW_BYTES;

/**
 * Creates a cache with a limit in bytes and FIFO eviction. A garbage-collected entry frees its index but not its space,
 * so an object that changes constantly evicts others now and then.
 */
export function createProtobufCache(maxBytes = MAX_BYTES): ProtobufCache {
  const forms = new WeakMap<ProtobufForm, ProtobufEntries>();
  const slabs: OpenSlab[] = [];
  let size = 0;

  /** A slab with enough free space; a separate one for values beyond the limit. */
  function slabFor(length: number): { readonly slab: OpenSlab; readonly bytes: Uint8Array } {
    const last = slabs.at(-1);
    if (last?.bytes !== undefined && last.bytes.byteLength - last.used >= length)
      return { slab: last, bytes: last.bytes };
    const bytes = Buffer.allocUnsafeSlow(Math.max(length, Math.min(SLAB_BYTES, maxBytes)));
    const slab: OpenSlab = { bytes, windows: [], used: 0 };
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
    oldest.windows.length = 0;
  }

  function createEntries(): ProtobufEntries {
    const isOwn = (each: Derived): each is KeptSpan => each.by === entries;
    const entries: ProtobufEntries = {
      find(entry) {
        for (let each = entry.derived; each !== undefined; each = each.next)
          if (isOwn(each) && each.entry === entry) return each.slab.bytes === undefined ? undefined : each;
        return undefined;
      },
      add(entry, raw) {
        const { slab, bytes } = slabFor(LIST_ITEM_HEAD_BYTES + raw.byteLength);
        const start = slab.used;
        const begin = putListItemHead(bytes, start, raw.byteLength);
        bytes.set(raw, begin);
        slab.used = begin + raw.byteLength;
        const next = without(entry.derived, isOwn);
        const span: KeptSpan = { by: entries, entry, next, slab, start, raw: begin, end: slab.used };
        if (bytes.byteLength <= maxBytes) entry.derived = span;
        return span;
      },
    };
    return entries;
  }

  return {
    of(form) {
      let found = forms.get(form);
      if (found === undefined) forms.set(form, (found = createEntries()));
      return found;
    },
  };
}

/** The values without one, which was evicted. */
function without(first: Derived | undefined, isDropped: (each: Derived) => boolean): Derived | undefined {
  if (first === undefined) return undefined;
  if (isDropped(first)) return first.next;
  first.next = without(first.next, isDropped);
  return first;
}
