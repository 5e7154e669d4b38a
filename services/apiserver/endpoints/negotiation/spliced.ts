import type { Entry } from '@pilothouse/storage/store.js';
import { VERSION_FIELD, type StoredForm } from '@pilothouse/kinds/definition/stored-form.js';
import { CHUNK_BYTES, createChunk, type Chunk } from './chunks.js';
import type { EncodeItems } from './list-cache.js';

/** Space for spliced text: the head with type and version, and separators. */
const HEAD_ROOM = 512;
/** Digits of the greatest revision. */
const REVISION_ROOM = 16;

/** Text around objects, all ASCII. */
export interface Frame {
  /** Precedes each object's resourceVersion, in place of the first `skipped` stored bytes. */
  readonly before: string;
  readonly skipped: number;
  readonly after: string;
  /** Called with the stored size of each object as it is copied. */
  readonly onObject?: ((bytes: number) => void) | undefined;
}

/** What precedes an object. */
interface Start {
  readonly plain: Uint8Array;
  /** With the beginning of the resourceVersion. */
  readonly versioned: Uint8Array;
}

/** As bytes, since writing a long string takes as long as copying an object. In one piece, since each copy is a native call. */
function startOf(head: string): Start {
  return { plain: Buffer.from(head), versioned: Buffer.from(head + VERSION_FIELD.before) };
}

function splice(chunk: Chunk, { plain, versioned }: Start, revision: number): void {
  if (revision > 0) {
    chunk.bytes(versioned);
    chunk.text(revision + VERSION_FIELD.after);
  } else {
    chunk.bytes(plain);
  }
}

/** Encodes items of a list in JSON: stored objects, each but the first after a comma. */
export function spliceItems({ itemHead, skipped }: Pick<StoredForm, 'itemHead' | 'skipped'>): EncodeItems {
  const [first, later] = [startOf(itemHead), startOf(`,${itemHead}`)];
  const room = later.versioned.byteLength + REVISION_ROOM + VERSION_FIELD.after.length;
  return (items, values, isFirst) => {
    const chunk = createChunk(
      values.reduce((size, { byteLength }) => size + Math.max(0, byteLength - skipped) + room, 0),
    );
    for (let index = 0; index < items.length; index++) {
      splice(chunk, isFirst && index === 0 ? first : later, (items[index] as Entry).revision);
      chunk.bytes(values[index] as Uint8Array, skipped);
    }
    return chunk.take();
  };
}

/** Stored objects as JSON, copied from their stored bytes. Chunks are not reused, since a socket may still read the previous one. */
export function* splicedChunks(
  entries: readonly Entry[],
  { before, skipped, after, onObject }: Frame,
): Generator<Uint8Array> {
  if (entries.length === 0) return;
  let chunk = createChunk(sizeOf(entries, after.length));
  const next = startOf(after + before);
  let start = startOf(before);
  for (const { value, revision } of entries) {
    const room = value.byteLength + HEAD_ROOM;
    if (!chunk.has(room)) {
      yield chunk.take();
      chunk = createChunk(Math.max(room, CHUNK_BYTES));
    }
    splice(chunk, start, revision);
    chunk.bytes(value, skipped);
    start = next;
    onObject?.(value.byteLength);
  }
  if (!chunk.has(after.length)) {
    yield chunk.take();
    chunk = createChunk(after.length);
  }
  chunk.text(after);
  yield chunk.take();
}

/** The size of the first chunk. The other values are not read, since that may compute them. */
function sizeOf(entries: readonly Entry[], around: number): number {
  let size = around;
  for (const { value } of entries) {
    size += value.byteLength + HEAD_ROOM;
    if (size > CHUNK_BYTES) return CHUNK_BYTES;
  }
  return size;
}
