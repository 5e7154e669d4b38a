import { setImmediate as nextTurn } from 'node:timers/promises';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileStructuralDecoder } from '@pilothouse/apimachinery/structural/decode.js';
import { compileNormalCheck } from '@pilothouse/apimachinery/structural/normal.js';
import { structuralOf } from '@pilothouse/apimachinery/structural/schema.js';
import type { CustomSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { lazily } from '@pilothouse/apimachinery/changing/changing.js';
import type { Converter } from '../definition/converter.js';
import type { Mapping } from '../definition/mapping.js';
import { headOf, storedForm, type StoredForm, type TypeMeta } from '../definition/stored-form.js';

export interface MappingOptions {
  readonly kind: string;
  /** The apiVersion of requests and responses. */
  readonly apiVersion: string;
  /** The storage apiVersion. */
  readonly storage: string;
  /** The types of all versions, by apiVersion. */
  readonly types: ReadonlyMap<string, CustomSchema>;
  /** Absent for the strategy None: versions differ only in name. */
  readonly converter: Converter | undefined;
}

/**
 * Entries mapped without yielding to the event loop, also counted by bytes before and after: some milliseconds of work.
 */
const AT_ONCE = 250;
const BYTES_AT_ONCE = 1024 * 1024;
/** Bytes of objects that a webhook converts before others are decoded: defaults may make them larger than their entries. */
const CONVERTED_AT_ONCE = 8 * 1024 * 1024;
/** The maximum number of bytes that defaults may add to a cached entry. A larger one is decoded on each use. */
const MAX_ADDED = 64 * 1024;

/**
 * Reads stored objects of a custom kind as one of its versions. The schema of an object's stored version prunes it and
 * sets defaults. After conversion, the schema of the requested version prunes (Kubernetes' order). Entries that this
 * does not change are served with their stored bytes.
 */
export function customMapping(options: MappingOptions): Mapping {
  const { kind, apiVersion, storage, types, converter } = options;
  const forms = new Map(
    [...types].map(([version, schema]) => [version, versionForm({ kind, apiVersion: version }, schema)]),
  );
  const wanted = formIn(forms, apiVersion);
  const target = formIn(forms, storage);

  /**
   * The entry in the requested version; undefined if its object, which is added to `unconverted`, must be converted
   * first.
   */
  function readOne(entry: Entry, index: number, unconverted: Unconverted[]): Entry | undefined {
    const text = Buffer.from(entry.value.buffer, entry.value.byteOffset, entry.value.byteLength).toString();
    const stored = [...forms.values()].find(({ head }) => text.startsWith(head));
    if (stored === undefined) throw new Error(`${entry.key} is stored in a version that ${kind} does not have`);
    const object = JSON.parse(text) as JsonObject;
    const isNormal = stored.isNormal(object);
    if (isNormal && stored === wanted) return aged(entry, stored);
    if (isNormal && converter === undefined && wanted.isNormal(object))
      return aged(renamed(entry, stored, wanted), stored);
    const { read, normal } = normalised(entry, stored);
    if (stored === wanted || converter === undefined) {
      const result = inWanted(normal, stored);
      // The check does not recognise every normal form, and one version may have fewer fields than another.
      if (deepEqual(withVersion(result, stored.apiVersion), read)) return aged(renamed(entry, stored, wanted), stored);
      const value = wanted.form.encode(result);
      if (value.length - entry.value.length <= MAX_ADDED) return { ...entry, value, outdated: true };
      return remade(entry, () => wanted.form.encode(inWanted(normalised(entry, stored).normal, stored)));
    }
    unconverted.push({ entry, object: normal, bytes: stored.form.encode(normal).length, stored, index });
    return undefined;
  }

  /** The stored object, also in the normal form of its stored version. */
  function normalised(entry: Entry, stored: VersionForm): { readonly read: JsonObject; readonly normal: JsonObject } {
    const read = stored.form.decode({ ...entry, revision: 0 });
    return { read, normal: stored.decode(read).value };
  }

  /** Converts between versions whose schemas differ only in what they prune. */
  function inWanted(normal: JsonObject, stored: VersionForm): JsonObject {
    return stored === wanted ? normal : wanted.prune(withVersion(normal, apiVersion)).value;
  }

  /** Marks an entry that is not in the storage version: rewriting it is a change. */
  function aged(entry: Entry, stored: VersionForm): Entry {
    return stored === target ? entry : { ...entry, outdated: true };
  }

  return {
    ...(converter !== undefined && { changesLabels: true }),
    keeps: (object) => wanted === target && wanted.isNormal(object),
    async read(entries, trace) {
      const mapped = [...entries];
      let unconverted: Unconverted[] = [];
      let [count, bytes, pending] = [0, 0, 0];
      const convertAll = async (): Promise<void> => {
        if (converter === undefined || unconverted.length === 0) return;
        const objects = await converter.convert(
          unconverted.map(({ object }) => object),
          apiVersion,
          { trace },
        );
        for (const [at, { entry, stored, index }] of unconverted.entries()) {
          const object = objects[at];
          if (object === undefined) throw new Error(`${entry.key} was not converted to ${apiVersion}`);
          // A webhook may change labels and fields.
          const { attributes: _, ...converted } = replaced(entry, object, wanted);
          mapped[index] = aged(converted, stored);
        }
        unconverted = [];
        pending = 0;
      };
      for (const [index, entry] of entries.entries()) {
        if (count >= AT_ONCE || bytes >= BYTES_AT_ONCE) {
          [count, bytes] = [0, 0];
          await nextTurn();
        }
        const read = readOne(entry, index, unconverted);
        const size = read?.value.length ?? unconverted.at(-1)?.bytes ?? 0;
        if (read !== undefined) mapped[index] = read;
        else if ((pending += size) >= CONVERTED_AT_ONCE) await convertAll();
        count += 1;
        bytes += entry.value.length + size;
      }
      await convertAll();
      return mapped;
    },
    async write(key, value, trace) {
      if (apiVersion === storage) return value;
      const own = wanted.form.decode({ key, value, revision: 0 });
      const [object] =
        converter === undefined ? [withVersion(own, storage)] : await converter.convert([own], storage, { trace });
      if (object === undefined) throw new Error(`${key} was not converted to ${storage}`);
      return target.form.encode(target.prune(object).value);
    },
  };
}

/** An object, in the normal form of its stored version, that a webhook must convert. */
interface Unconverted {
  readonly entry: Entry;
  readonly object: JsonObject;
  /** The size of the object, with its defaults. */
  readonly bytes: number;
  readonly stored: VersionForm;
  /** Its index in the entries. */
  readonly index: number;
}

interface VersionForm {
  readonly apiVersion: string;
  /** The prefix of stored objects. A string, since a small retained Buffer would retain its whole pool. */
  readonly head: string;
  readonly form: StoredForm;
  readonly isNormal: (object: JsonObject) => boolean;
  readonly decode: ReturnType<typeof compileStructuralDecoder>;
  /** The decoder without defaults. */
  readonly prune: ReturnType<typeof compileStructuralDecoder>;
}

function versionForm(type: TypeMeta, schema: CustomSchema): VersionForm {
  return {
    apiVersion: type.apiVersion,
    head: headOf(type),
    form: storedForm(type, type),
    isNormal: lazily(() => compileNormalCheck(structuralOf(schema))),
    // Lenient: an object that cannot be decoded could not be deleted either.
    decode: lazily(() => compileStructuralDecoder(structuralOf(schema), { dropsExcess: true })),
    prune: lazily(() => compileStructuralDecoder(structuralOf(schema), { defaults: false })),
  };
}

function formIn(forms: ReadonlyMap<string, VersionForm>, apiVersion: string): VersionForm {
  const form = forms.get(apiVersion);
  if (form === undefined) throw new Error(`there is no version ${apiVersion}`);
  return form;
}

/**
 * An entry whose value is computed on each read and not cached. A list of many objects with large defaults then takes
 * only the memory of the part being sent.
 */
function remade({ key, revision, attributes }: Entry, make: () => Uint8Array): Entry {
  return {
    key,
    revision,
    ...(attributes && { attributes }),
    outdated: true,
    get value() {
      return make();
    },
  };
}

/** The same object in a version that differs only in name. */
function renamed(entry: Entry, from: VersionForm, to: VersionForm): Entry {
  if (from === to) return entry;
  return { ...entry, value: Buffer.concat([Buffer.from(to.head), entry.value.subarray(Buffer.byteLength(from.head))]) };
}

function replaced(entry: Entry, object: JsonObject, { form, prune }: VersionForm): Entry {
  return { ...entry, value: form.encode(prune(object).value) };
}

function withVersion(object: JsonObject, apiVersion: string): JsonObject {
  const copy = copyObject(object);
  copy['apiVersion'] = apiVersion;
  return copy;
}
