import { setImmediate as nextTurn } from 'node:timers/promises';
import { ProtobufWriter } from '@pilothouse/apimachinery/protobuf/writer.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { ProtobufForm } from '../../registry/protobuf-form.js';
import type { Scope } from '../scope.js';
import { CHUNK_BYTES, createChunk, type Chunk } from './chunks.js';
import { writtenEntry } from './entry-protobuf.js';
import { partsOf, type Span } from './protobuf-cache.js';
import type { ListShape } from './list-shape.js';

/** Bytes encoded before yielding to the event loop. */
const TURN_BYTES = 64 * 1024;
/** Finding an item takes as long as encoding this many bytes. */
const FIND_BYTES = 8;

/**
 * A list in protobuf, encoded in steps. The length precedes the items, so all items are encoded before the first byte
 * is sent. Items evicted from the cache meanwhile are encoded again.
 */
export async function* listProtobuf(
  scope: Scope,
  { head, protobuf }: ListShape,
  entries: readonly Entry[],
): AsyncGenerator<Uint8Array> {
  if (protobuf === undefined) throw new Error('there is no protobuf for this list');
  const { list, item } = protobuf;
  const { spanOf, isTurnOver } = encodingInTurns(scope, item);
  const first = list.encodeRaw(head);
  const runs: Run[] = [];
  let length = first.byteLength;
  for (let index = 0; index < entries.length; index++) {
    const span = spanOf(entries[index] as Entry);
    length += span.end - span.start;
    addTo(runs, span, index);
    if (isTurnOver()) await nextTurn();
  }
  const { before, after } = list.envelope(length);
  /** Bytes that are not in a chunk yet. */
  let left = before.byteLength + length;
  let chunk: Chunk | undefined = createChunk(Math.min(left, CHUNK_BYTES));
  chunk.bytes(before);
  chunk.bytes(first);
  left -= before.byteLength + first.byteLength;
  for (const run of runs) {
    for (const { slab, start, end } of piecesOf(run, entries, spanOf)) {
      for (const { bytes, isShared } of partsOf(slab, start, end)) {
        if (chunk !== undefined && (isShared || !chunk.has(bytes.byteLength))) {
          yield chunk.take();
          chunk = undefined;
        }
        if (isShared) yield bytes;
        else (chunk ??= createChunk(Math.min(left, CHUNK_BYTES))).bytes(bytes);
        left -= bytes.byteLength;
      }
      if (isTurnOver()) await nextTurn();
    }
  }
  if (chunk !== undefined) yield chunk.take();
  yield after;
}

/** Consecutive items in memory: those of the entries from one index up to, but without, another. */
interface Run extends Pick<Span, 'slab' | 'start'> {
  end: number;
  readonly from: number;
  to: number;
}

function addTo(runs: Run[], { slab, start, end }: Span, index: number): void {
  const last = runs.at(-1);
  if (last === undefined || last.slab !== slab || last.end !== start) {
    runs.push({ slab, start, end, from: index, to: index + 1 });
    return;
  }
  last.end = end;
  last.to = index + 1;
}

/** The bytes of the run. Evicted items are encoded again. */
function* piecesOf(
  run: Run,
  entries: readonly Entry[],
  spanOf: (entry: Entry) => Span,
): Generator<Pick<Span, 'slab' | 'start' | 'end'>> {
  if (run.slab.bytes !== undefined) yield run;
  else for (const entry of entries.slice(run.from, run.to)) yield spanOf(entry);
}

/** Looks up or encodes items, and signals when to yield to the event loop. */
function encodingInTurns(
  { resource, protobufCache }: Scope,
  item: ProtobufForm,
): { readonly spanOf: (entry: Entry) => Span; readonly isTurnOver: () => boolean } {
  const { find, add: keep } = protobufCache.of(item);
  const writer = new ProtobufWriter();
  /** The bytes encoded in this turn, and the work that equals them. */
  let made = 0;
  return {
    spanOf(entry) {
      const found = find(entry);
      made += FIND_BYTES;
      if (found !== undefined) return found;
      const raw = writtenEntry(resource, item, entry, { writer });
      made += raw.byteLength;
      return keep(entry, raw);
    },
    isTurnOver() {
      if (made < TURN_BYTES) return false;
      made = 0;
      return true;
    },
  };
}
