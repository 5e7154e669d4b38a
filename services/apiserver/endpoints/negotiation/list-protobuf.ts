import { setImmediate as nextTurn } from 'node:timers/promises';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import type { ProtobufForm } from '../../registry/protobuf-form.js';
import type { Entry } from '../../storage/store.js';
import type { ListShape } from './list-shape.js';

/** Bytes that are encoded before others get their turn. */
const CHUNK_BYTES = 64 * 1024;
/** What one list keeps of what is encoded while its length is measured, where all lists together leave so much. */
const KEPT_BYTES = 16 * 1024 * 1024;

/**
 * A collection in protobuf, built some items at a time. Its length stands in front of it, so all of it is encoded before
 * the first byte leaves; what is too much to be kept until then is encoded again when it is sent.
 */
export async function* listProtobuf(shape: ListShape, entries: readonly Entry[]): AsyncGenerator<Uint8Array> {
  const { head, protobuf: list, budget } = shape;
  if (list === undefined) throw new Error('there is no protobuf for this list');
  const first = list.encodeRaw(head);
  const kept: Uint8Array[] = [];
  let length = first.byteLength;
  let taken = 0;
  let next = 0;
  let isKeeping = true;
  try {
    for await (const { bytes, next: after } of itemParts(shape, list, entries, 0)) {
      length += bytes.byteLength;
      isKeeping &&= length <= KEPT_BYTES && budget.take(bytes.byteLength);
      if (!isKeeping) continue;
      taken += bytes.byteLength;
      kept.push(bytes);
      next = after;
    }
    yield list.envelope(length).before;
    yield first;
    yield* kept;
  } finally {
    budget.give(taken);
  }
  for await (const { bytes } of itemParts(shape, list, entries, next)) yield bytes;
  yield list.envelope(length).after;
}

interface ItemsPart {
  readonly bytes: Uint8Array;
  /** The index of the first entry behind it. */
  readonly next: number;
}

/** A message of some items after another is, with it, the message of all of them. */
async function* itemParts(
  { itemOf, encoded }: ListShape,
  list: ProtobufForm,
  entries: readonly Entry[],
  from: number,
): AsyncGenerator<ItemsPart> {
  const encode = (entry: Entry): Uint8Array => list.encodeRaw(Object.assign(newObject(), { items: [itemOf(entry)] }));
  for (let next = from; next < entries.length;) {
    const parts: Uint8Array[] = [];
    for (let size = 0; size < CHUNK_BYTES && next < entries.length; next++) {
      const entry = entries[next] as Entry;
      const bytes = encoded === undefined ? encode(entry) : encoded.of(entry, encode);
      parts.push(bytes);
      size += bytes.byteLength;
    }
    yield { bytes: Buffer.concat(parts), next };
    await nextTurn();
  }
}
