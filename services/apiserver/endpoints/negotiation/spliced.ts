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

/** Stored objects as JSON, copied from their stored bytes. Chunks are not reused, since a socket may still read the previous one. */
export function* splicedChunks(
  entries: readonly Entry[],
  { open, before, skipped, between, after, close, onObject }: Frame,
): Generator<Uint8Array> {
  let chunk = createChunk(sizeOf(entries, open.length + close.length));
  chunk.text(open);
  // As bytes, since writing a long string takes as long as copying an object.
  const next = Buffer.from(after + between + before);
  let start = Buffer.from(before);
  const versionStart = Buffer.from(VERSION_FIELD.before);
  for (const { value, revision } of entries) {
    const room = value.byteLength + HEAD_ROOM;
    if (!chunk.has(room)) {
      yield chunk.take();
      chunk = createChunk(Math.max(room, CHUNK_BYTES));
    }
    chunk.bytes(start);
    if (revision > 0) {
      chunk.bytes(versionStart);
      chunk.text(String(revision));
      chunk.text(VERSION_FIELD.after);
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
