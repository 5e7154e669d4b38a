import { setImmediate as nextTurn } from 'node:timers/promises';
import { tagOf, WIRE } from '@pilothouse/apimachinery/protobuf/wire.js';
import { ProtobufWriter } from '@pilothouse/apimachinery/protobuf/writer.js';
import type { Entry } from '../../storage/store.js';
import { ONE_BODY_BYTES } from './chunks.js';
import type { ListShape } from './list-shape.js';

/** Items are field 2 of every list. */
const ITEM_TAG = tagOf(2, WIRE.bytes);
/** Bytes that are put together before others get their turn. */
const CHUNK_BYTES = 64 * 1024;

/**
 * A collection in protobuf, built item by item. Its length stands in front of it: what is too much for one body is
 * encoded twice, first to be measured, then to be sent.
 */
export async function* listProtobuf(shape: ListShape, entries: readonly Entry[]): AsyncGenerator<Uint8Array> {
  const { head, protobuf } = shape;
  if (protobuf === undefined) throw new Error('there is no protobuf for this list');
  const encode = (entry: Entry): Uint8Array => protobuf.item.encodeRaw(shape.itemOf(entry));
  const kept = [protobuf.list.encodeRaw(Object.assign(head, { items: [] }))];
  let length = kept.reduce((sum, { byteLength }) => sum + byteLength, 0);
  let next = 0;
  for await (const part of itemParts(entries, 0, encode)) {
    length += part.bytes.byteLength;
    if (length > ONE_BODY_BYTES) continue;
    kept.push(part.bytes);
    ({ next } = part);
  }
  const { before, after } = protobuf.list.envelope(length);
  yield Buffer.concat([before, ...kept]);
  for await (const { bytes } of itemParts(entries, next, encode)) yield bytes;
  yield after;
}

interface ItemsPart {
  readonly bytes: Uint8Array;
  /** The index of the first entry behind it. */
  readonly next: number;
}

async function* itemParts(
  entries: readonly Entry[],
  from: number,
  encode: (entry: Entry) => Uint8Array,
): AsyncGenerator<ItemsPart> {
  for (let next = from; next < entries.length;) {
    const writer = new ProtobufWriter();
    for (let size = 0; size < CHUNK_BYTES && next < entries.length; next++) {
      const item = encode(entries[next] as Entry);
      writer.uint32(ITEM_TAG);
      writer.bytes(item);
      size += item.byteLength;
    }
    yield { bytes: writer.finish(), next };
    await nextTurn();
  }
}
