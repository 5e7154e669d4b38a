import { ProtobufWriter } from '@pilothouse/apimachinery/protobuf/writer.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { ProtobufForm } from '../../registry/protobuf-form.js';
import type { Resource } from '../../registry/resource.js';
import type { Scope } from '../scope.js';
import type { Transform } from './representation.js';

/** The requested protobuf form of an object; undefined for tables, which have no protobuf. */
export function protobufOf({ resource, forms }: Scope, as: Transform): ProtobufForm | undefined {
  switch (as.type) {
    case 'object':
      return resource.protobuf;
    case 'metadata':
      return forms.partial(as.version);
    case 'table':
      return undefined;
  }
}

/** Space for the resourceVersion, and for fields that are longer in protobuf, which is rare. */
const ROOM = 64;

/** The object of an entry in protobuf without an envelope. `revision` overrides the entry's own. */
export function entryProtobuf(
  resource: Resource,
  form: ProtobufForm,
  entry: Entry,
  revision = entry.revision,
): Uint8Array {
  return writtenEntry(resource, form, entry, { revision, writer: new ProtobufWriter(entry.value.byteLength + ROOM) });
}

/**
 * The same in the memory of a writer, which is reset. Converts the stored bytes directly, and decodes the object only
 * for rare content.
 */
export function writtenEntry(
  { stored }: Resource,
  form: ProtobufForm,
  entry: Entry,
  { revision = entry.revision, writer }: { readonly revision?: number; readonly writer: ProtobufWriter },
): Uint8Array {
  writer.reset();
  const isWritten = form.transcode(entry.value, revision === 0 ? '' : String(revision), writer);
  return isWritten ? writer.finish() : form.encodeRaw(stored.decode({ ...entry, revision }));
}

/** The same from the cache that all lists and watches share. */
export function cachedEntryProtobuf({ resource, protobufCache }: Scope, form: ProtobufForm, entry: Entry): Uint8Array {
  const { find, add: keep } = protobufCache.of(form);
  const found = find(entry);
  if (found?.slab.bytes !== undefined) return found.slab.bytes.subarray(found.raw, found.end);
  const raw = entryProtobuf(resource, form, entry);
  keep(entry, raw);
  return raw;
}
