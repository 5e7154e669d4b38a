import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { watchEventHead } from '@pilothouse/apimachinery/protobuf/envelope.js';
import type { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Entry, WatchBatch } from '@pilothouse/storage/store.js';
import { objectEvent, type ObjectEvent } from '../registry/watch.js';
import { headOf, versionText } from '@pilothouse/kinds/definition/stored-form.js';
import { storedMetadata } from '@pilothouse/kinds/definition/stored-metadata.js';
import type { RequestContext } from '../request/context.js';
import { CHUNK_BYTES } from './negotiation/chunks.js';
import { entryProtobuf, cachedEntryProtobuf, protobufOf } from './negotiation/entry-protobuf.js';
import type { EncodeItems } from './negotiation/list-cache.js';
import type { Representation } from './negotiation/representation.js';
import { spliceItems } from './negotiation/spliced.js';
import { isPlain, transformed, type Encodable } from './negotiation/write-entry.js';
import type { Scope } from './scope.js';
import { sharedIn } from './shared-events.js';
import { statusObject } from './status-object.js';
import { PARTIAL_METADATA } from './table/partial-metadata.js';
import { bookmarkTable } from './table/table.js';

/** A watch's view of events. */
export interface View {
  readonly scope: Scope;
  readonly context: RequestContext;
  readonly representation: Representation;
  /** Undefined for an unfiltered watch. */
  readonly isWanted: ((entry: Entry) => boolean) | undefined;
  /** Only the first event of a table watch has the columns. */
  hasColumns: boolean;
}

const END = '}\n';
const EVENTS_AT_ONCE = 64;

/** The encoded events of a batch for the watch, in JSON one per line; undefined if there are none. */
export function batchBytes(view: View, batch: WatchBatch): Uint8Array | undefined {
  if (batch.events.length === 0) return undefined;
  const { isWanted, scope, representation } = view;
  const shared = isWanted === undefined ? sharedIn(scope.sharedEvents, representation) : undefined;
  if (shared === undefined) return encodeBatch(view, batch);
  let bytes = shared.get(batch);
  if (bytes === undefined) {
    bytes = encodeBatch(view, batch);
    if (bytes !== undefined) shared.set(batch, bytes);
  }
  return bytes;
}

function encodeBatch(view: View, { events }: WatchBatch): Uint8Array | undefined {
  const isWanted = view.isWanted ?? (() => true);
  const parts: Uint8Array[] = [];
  const sizes: number[] = [];
  for (const event of events) {
    const seen = objectEvent(event, isWanted);
    if (seen === undefined) continue;
    const encoded = eventBytes(view, seen);
    parts.push(...encoded);
    sizes.push(byteLength(encoded));
  }
  if (parts.length === 0) return undefined;
  const bytes = ownBytes(parts);
  if (view.scope.countEvents !== undefined) view.scope.sharedEvents.sizes.set(bytes, sizes);
  return bytes;
}

/** The bytes in a buffer of their own: idle watches retain them, and a slice would retain the whole buffer pool. */
function ownBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(byteLength(parts));
  let length = 0;
  for (const part of parts) {
    bytes.set(part, length);
    length += part.byteLength;
  }
  return bytes;
}

function eventBytes(view: View, { type, entry, revision }: ObjectEvent): readonly Uint8Array[] {
  const { scope, context, representation } = view;
  if (isPlain(representation)) {
    const { head, skipped } = scope.resource.stored;
    return [
      Buffer.from(jsonHead(type) + head + versionText(revision)),
      entry.value.subarray(skipped),
      Buffer.from(END),
    ];
  }
  const { as, encoding } = representation;
  if (as.type === 'metadata' && encoding === 'json') {
    // The garbage collector watches every kind in this form, so that each write pays for it.
    const head = headOf({ kind: PARTIAL_METADATA, apiVersion: `${scope.metaGroup}/${as.version}` });
    const metadata = storedMetadata(entry.value).subarray(1);
    return [Buffer.from(jsonHead(type) + head + versionText(revision)), metadata, Buffer.from(`}${END}`)];
  }
  const form = encoding === 'protobuf' ? protobufOf(scope, as) : undefined;
  if (form !== undefined) {
    const isOwn = revision === entry.revision;
    const raw = isOwn ? cachedEntryProtobuf(scope, form, entry) : entryProtobuf(scope.resource, form, entry, revision);
    const { before, after } = form.envelope(raw.byteLength);
    const length = before.byteLength + raw.byteLength + after.byteLength;
    return [...protobufHead(type, length), before, raw, after];
  }
  const encodable = transformed(scope, context, { ...entry, revision }, representation, view.hasColumns);
  view.hasColumns = true;
  return [frame(representation, type, encodable)];
}

/**
 * The initial objects of a watch, as ADDED. Each is read and counted when it is encoded: its value may be computed. Watches
 * that begin with the same objects share the chunks, as lists do.
 */
export function* initialBytes(view: View, entries: readonly Entry[]): Generator<Uint8Array> {
  const { scope, representation } = view;
  const { countEvents, listCache, sharedEvents } = scope;
  const form = representation.as.type === 'object' ? sharedIn(sharedEvents, representation) : undefined;
  if (form !== undefined) {
    for (const bytes of listCache.chunksOf(form, entries, encodeAdded(view))) {
      countEvents?.(sharedEvents.sizes.get(bytes) ?? []);
      yield bytes;
    }
    return;
  }
  let parts: Uint8Array[] = [];
  let [count, length] = [0, 0];
  for (const entry of entries) {
    const event = eventBytes(view, { type: 'ADDED', entry, revision: entry.revision });
    const size = byteLength(event);
    countEvents?.([size]);
    parts.push(...event);
    count += 1;
    length += size;
    if (count < EVENTS_AT_ONCE && length < CHUNK_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    [count, length] = [0, 0];
  }
  if (count > 0) yield Buffer.concat(parts);
}

/** Encodes initial objects, and notes the size of each event: in JSON that of the stored object. */
function encodeAdded(view: View): EncodeItems {
  const { countEvents, resource, sharedEvents } = view.scope;
  const { head, skipped } = resource.stored;
  const before = jsonHead('ADDED') + head;
  const frame = { first: before, later: before, after: END, skipped };
  const splice = isPlain(view.representation) ? spliceItems(frame) : undefined;
  const eventOf = (entry: Entry): readonly Uint8Array[] =>
    eventBytes(view, { type: 'ADDED', entry, revision: entry.revision });
  return (items, values, isFirst) => {
    const parts = splice === undefined ? items.map(eventOf) : values.map((value) => [value]);
    const bytes = splice === undefined ? ownBytes(parts.flat()) : splice(items, values, isFirst);
    if (countEvents !== undefined) sharedEvents.sizes.set(bytes, parts.map(byteLength));
    return bytes;
  };
}

function byteLength(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.byteLength, 0);
}

/** A bookmark event. With `endsInitial` it marks the end of the initial objects. */
export function bookmarkBytes(view: View, revision: number, endsInitial = false): Uint8Array {
  const { scope, representation } = view;
  const { resource, domain, forms } = scope;
  const metadata = Object.assign(newObject(), { resourceVersion: String(revision) });
  if (endsInitial)
    metadata['annotations'] = Object.assign(newObject(), { [domain.apiKey('initial-events-end')]: 'true' });
  const object = Object.assign(newObject(), { kind: resource.kind, apiVersion: resource.apiVersion, metadata });
  const { as } = representation;
  switch (as.type) {
    case 'object':
      return frame(representation, 'BOOKMARK', { value: object, protobuf: resource.protobuf });
    case 'metadata': {
      const value = Object.assign(object, {
        kind: PARTIAL_METADATA,
        apiVersion: `${scope.metaGroup}/${as.version}`,
      });
      return frame(representation, 'BOOKMARK', { value, protobuf: forms.partial(as.version) });
    }
    case 'table': {
      const options = {
        version: as.version,
        metadata: Object.assign(newObject(), { resourceVersion: String(revision) }),
        withoutColumns: view.hasColumns,
      };
      view.hasColumns = true;
      return frame(representation, 'BOOKMARK', { value: bookmarkTable(scope, object, options) });
    }
  }
}

/** The error event that ends a watch. */
export function errorBytes({ scope, representation }: View, error: StatusError): Uint8Array {
  return frame(representation, 'ERROR', { value: statusObject(error), protobuf: scope.forms.status });
}

/** The content type of an event stream. JSON needs none. */
export function streamed(representation: Representation): Representation {
  const { encoding, contentType } = representation;
  return encoding === 'json' ? representation : { ...representation, contentType: `${contentType};stream=watch` };
}

function jsonHead(type: string): string {
  return `{"type":"${type}","object":`;
}

function frame({ encoding }: Representation, type: string, encodable: Encodable): Uint8Array {
  return encoding === 'protobuf' ? protobufFrame(type, encodable) : jsonFrame(type, encodable.value);
}

function jsonFrame(type: string, value: JsonObject): Uint8Array {
  return Buffer.from(jsonHead(type) + writeJson(value) + END);
}

function protobufFrame(type: string, { value, protobuf }: Encodable): Uint8Array {
  if (protobuf === undefined) throw new Error('there is no protobuf for this value');
  const object = protobuf.encode(value);
  return Buffer.concat([...protobufHead(type, object.byteLength), object]);
}

/** The prefix of an object of the given size, with its envelope. Each event has a 4-byte length prefix. */
function protobufHead(type: string, length: number): readonly [Uint8Array, Uint8Array] {
  const head = watchEventHead(type, length);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(head.byteLength + length);
  return [size, head];
}
