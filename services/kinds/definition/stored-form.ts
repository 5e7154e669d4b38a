import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { storedMetadata } from './stored-metadata.js';

export interface TypeMeta {
  readonly kind: string;
  readonly apiVersion: string;
}

/**
 * The stored form: JSON that begins with kind, apiVersion and metadata, without resourceVersion. The resourceVersion is
 * the revision of the entry, and is spliced in as the first field of metadata when the object is served. Serving an
 * object therefore needs no parsing. Revision 0, of an object that is not stored, is omitted.
 */
export interface StoredForm {
  readonly encode: (object: JsonObject) => Uint8Array;
  /** The served object. The caller owns it. */
  readonly decode: (entry: Entry) => JsonObject;
  /** The served object with only its metadata. The rest of the stored bytes is not parsed. The caller owns it. */
  readonly decodeMetadata: (entry: Entry) => JsonObject;
  /** The object's JSON. `revision` overrides the entry's own, as in events of deletions. */
  readonly splice: (entry: Entry, revision?: number) => readonly [Uint8Array, Uint8Array];
  /**
   * An object's JSON up to the first field of its metadata, all ASCII. {@link versionText} and the stored bytes from
   * {@link skipped} on follow.
   */
  readonly head: string;
  /** The same for a list item. */
  readonly itemHead: string;
  readonly skipped: number;
  /** Whether list items have kind and apiVersion. As in Kubernetes, items of built-in kinds omit them. */
  readonly itemsHaveType: boolean;
}

/** The form of objects that are stored as one version and served as the same or another. */
export function storedForm(stored: TypeMeta, served: TypeMeta, itemsHaveType = false): StoredForm {
  const storedHead = headOf(stored);
  const servedHead = headOf(served);
  const skipped = Buffer.byteLength(storedHead);
  return {
    skipped,
    itemsHaveType,
    head: servedHead,
    itemHead: itemsHaveType ? servedHead : '{"metadata":{',
    encode(object) {
      const { metadata } = object;
      const text = isObject(metadata) ? writeJson(unversioned(metadata)).slice(1) : '}';
      const tail = writeJson(without(object, ['kind', 'apiVersion', 'metadata'])).slice(1);
      return Buffer.from(`${storedHead}${text}${tail === '}' ? tail : `,${tail}`}`);
    },
    decode(entry) {
      const { value } = parseJson(entry.value);
      if (!isObject(value) || !isObject(value['metadata'])) throw new Error(`${entry.key} does not hold an object`);
      value['apiVersion'] = served.apiVersion;
      setVersion(value['metadata'], entry);
      return value;
    },
    decodeMetadata(entry) {
      const { value: metadata } = parseJson(storedMetadata(entry.value));
      if (!isObject(metadata)) throw new Error(`${entry.key} does not hold an object`);
      setVersion(metadata, entry);
      return Object.assign(newObject(), { metadata });
    },
    splice: ({ value, revision: own }, revision = own) => [
      Buffer.from(servedHead + versionText(revision)),
      value.subarray(skipped),
    ],
  };
}

function unversioned(metadata: JsonObject): JsonObject {
  return metadata['resourceVersion'] === undefined ? metadata : without(metadata, ['resourceVersion']);
}

/** A copy without some fields. Deleting them from a copy would make it slow. */
function without(object: JsonObject, names: readonly string[]): JsonObject {
  const rest = newObject();
  for (const name of Object.keys(object)) if (!names.includes(name)) rest[name] = object[name] as JsonValue;
  return rest;
}

function setVersion(metadata: JsonObject, { revision }: Entry): void {
  if (revision !== 0) metadata['resourceVersion'] = String(revision);
}

/** The text around the revision in the first field of a served object's metadata. */
export const VERSION_FIELD = { before: '"resourceVersion":"', after: '",' } as const;

/** The first field of a served object's metadata; empty if the object is not stored. */
export function versionText(revision: number): string {
  return revision === 0 ? '' : `${VERSION_FIELD.before}${revision}${VERSION_FIELD.after}`;
}

/** The prefix of every stored object of the type. */
export function headOf({ kind, apiVersion }: TypeMeta): string {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":{`;
}
