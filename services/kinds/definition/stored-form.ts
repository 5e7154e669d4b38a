import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { copyObject, isObject, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { Entry } from '@pilothouse/storage/store.js';

export interface TypeMeta {
  readonly kind: string;
  readonly apiVersion: string;
}

/**
 * Objects are stored as JSON that begins with kind, apiVersion and metadata and holds no resourceVersion: that is the
 * revision of the entry, and is spliced in as metadata's first field when the object is served. So serving an object
 * never parses it. Revision 0, of an object that was not stored, is left out.
 */
export interface StoredForm {
  readonly encode: (object: JsonObject) => Uint8Array;
  /** The object as it is served. The caller owns it. */
  readonly decode: (entry: Entry) => JsonObject;
  /** The object's JSON. `revision` stands in for the entry's own, as in events of deletions. */
  readonly splice: (entry: Entry, revision?: number) => readonly [Uint8Array, Uint8Array];
  /** An object's JSON up to the first field of its metadata, all ASCII; {@link versionText} and the stored bytes from {@link skipped} on follow. */
  readonly head: string;
  /** The same for an item of a list. */
  readonly itemHead: string;
  readonly skipped: number;
  /** Whether items of lists have a kind and an apiVersion. Those of built-in kinds leave them to the list, as in Kubernetes. */
  readonly itemsHaveType: boolean;
}

/** The form of objects that are stored as one version and served as another, or the same. */
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
      const rest = copyObject(object);
      const metadata = isObject(rest['metadata']) ? copyObject(rest['metadata']) : newObject();
      delete metadata['resourceVersion'];
      delete rest['kind'];
      delete rest['apiVersion'];
      delete rest['metadata'];
      const tail = writeJson(rest).slice(1);
      return Buffer.from(`${storedHead}${writeJson(metadata).slice(1)}${tail === '}' ? tail : `,${tail}`}`);
    },
    decode(entry) {
      const { value } = parseJson(entry.value);
      if (!isObject(value) || !isObject(value['metadata'])) throw new Error(`${entry.key} does not hold an object`);
      value['apiVersion'] = served.apiVersion;
      if (entry.revision !== 0) value['metadata']['resourceVersion'] = String(entry.revision);
      return value;
    },
    splice: ({ value, revision: own }, revision = own) => [
      Buffer.from(servedHead + versionText(revision)),
      value.subarray(skipped),
    ],
  };
}

/** What stands around a revision in the first field of a served object's metadata. */
export const VERSION_FIELD = { before: '"resourceVersion":"', after: '",' } as const;

/** The first field of a served object's metadata; empty for an object that was not stored. */
export function versionText(revision: number): string {
  return revision === 0 ? '' : `${VERSION_FIELD.before}${revision}${VERSION_FIELD.after}`;
}

/** What every stored object of the type begins with. */
export function headOf({ kind, apiVersion }: TypeMeta): string {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":{`;
}
