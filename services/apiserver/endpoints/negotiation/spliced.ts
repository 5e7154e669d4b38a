import type { Entry } from '@pilothouse/storage/store.js';
import { VERSION_FIELD } from '@pilothouse/kinds/definition/stored-form.js';
import { CHUNK_BYTES, createChunk } from './chunks.js';

/** Space for spliced text: the head with type and version, and separators. */
const HEAD_ROOM = 512;

/** Text around objects, all ASCII. */
export interface Frame {
  readonly open: string;
  /** Precedes each object's resourceVersion, in place of the first `skipped` stored bytes. */
  readonly before: string;
  readonly skipped: number;
  readonly between: string;
  readonly after: string;
  readonly close: string;
  /** Called with the stored size of each object as it is copied. */
  readonly onObject?: ((bytes: number) => void) | undefined;
}

/** What precedes an object. */
interface Starts {
  readonly plain: Uint8Array;
  /** With the beginning of the resourceVersion. */
  readonly versioned: Uint8Array;
}

/** Stored objects as JSON, copied from their stored bytes. Chunks are not reused, since a socket may still read the previous one. */
export function* splicedChunks(
  entries: readonly Entry[],
  { open, before, skipped, between, after, close, onObject }: Frame,
): Generator<Uint8Array> {
  let chunk = createChunk(sizeOf(entries, open.length + close.length));
  chunk.text(open);
  // As bytes, since writing a long string takes as long as copying an object. In one piece, since each copy is a native call.
  const starts = (head: string): Starts => ({
    plain: Buffer.from(head),
    versioned: Buffer.from(head + VERSION_FIELD.before),
  });
  const next = starts(after + between + before);
  let start = starts(before);
  for (const { value, revision } of entries) {
    const room = value.byteLength + HEAD_ROOM;
    if (!chunk.has(room)) {
      yield chunk.take();
      chunk = createChunk(Math.max(room, CHUNK_BYTES));
    }
    if (revision > 0) {
      chunk.bytes(start.versioned);
      chunk.text(revision + VERSION_FIELD.after);
    } else {
      chunk.bytes(start.plain);
    }
    chunk.bytes(value, skipped);
    start = next;
    onObject?.(value.byteLength);
  }
  const end = entries.length === 0 ? close : after + close;
  if (!chunk.has(end.length)) {
    yield chunk.take();
    chunk = createChunk(end.length);
  }
  chunk.text(end);
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
