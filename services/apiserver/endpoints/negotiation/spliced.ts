import type { Entry } from '@pilothouse/storage/store.js';
import type { StoredForm } from '@pilothouse/kinds/definition/stored-form.js';
import { CHUNK_BYTES, createChunk, ONE_BODY_BYTES } from './chunks.js';

/** Room for what is spliced into an object: its head with type and version, and the texts around it. */
const HEAD_ROOM = 512;

/** The texts that stand around objects, all ASCII. */
export interface Frame {
  readonly open: string;
  readonly before: string;
  readonly between: string;
  readonly after: string;
  readonly close: string;
}

/**
 * Objects of the store in JSON, copied from their stored bytes. One chunk where all of it is small, else many. Each is
 * memory of its own, since nobody knows when a socket is done with the one before.
 */
export function* splicedChunks(
  entries: readonly Entry[],
  { open, before, between, after, close }: Frame,
  { skipped, headOf }: { readonly skipped: number; readonly headOf: StoredForm['head'] },
): Generator<Uint8Array> {
  let left = open.length + close.length;
  for (const { value } of entries) left += value.byteLength + HEAD_ROOM;
  let chunk = createChunk(left <= ONE_BODY_BYTES ? left : CHUNK_BYTES);
  chunk.text(open);
  let separator = '';
  for (const { value, revision } of entries) {
    const room = value.byteLength + HEAD_ROOM;
    if (!chunk.has(room)) {
      yield chunk.take();
      chunk = createChunk(Math.max(room, Math.min(left, CHUNK_BYTES)));
    }
    left -= room;
    chunk.text(separator + before + headOf(revision));
    chunk.bytes(value, skipped);
    if (after !== '') chunk.text(after);
    separator = between;
  }
  if (!chunk.has(close.length)) {
    yield chunk.take();
    chunk = createChunk(close.length);
  }
  chunk.text(close);
  yield chunk.take();
}
