import { setImmediate as nextTurn } from 'node:timers/promises';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileStructuralDecoder } from '@pilothouse/apimachinery/structural/decode.js';
import { compileNormalCheck } from '@pilothouse/apimachinery/structural/normal.js';
import { structuralOf } from '@pilothouse/apimachinery/structural/schema.js';
import type { CustomSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { Converter } from '../definition/converter.js';
import type { Mapping } from '../definition/mapping.js';
import { headOf, storedForm, type StoredForm, type TypeMeta } from '../definition/stored-form.js';

export interface MappingOptions {
  readonly kind: string;
  /** The apiVersion in which objects are read and written. */
  readonly apiVersion: string;
  /** The apiVersion in which they are stored. */
  readonly storage: string;
  /** The types of all versions, by apiVersion. */
  readonly types: ReadonlyMap<string, CustomSchema>;
  /** Absent where versions differ in nothing but their names. */
  readonly converter: Converter | undefined;
}

/** Entries, and bytes of them before and after, that are mapped without a break: some milliseconds of work. */
const AT_ONCE = 250;
const BYTES_AT_ONCE = 1024 * 1024;
/** The bytes that defaults may add to a mapped entry that is kept. A larger one is made anew at each use. */
const MOST_ADDED = 64 * 1024;

/**
 * Stored objects of a custom kind as one of its versions has them, however old they are. The schema of the version in which an object is
 * stored prunes it and fills in defaults; after conversion, that of the version that is read prunes (Kubernetes' order). Entries for
 * which that changes nothing stay themselves, so that their bytes are served as they are stored.
 */
export function customMapping(options: MappingOptions): Mapping {
  const { kind, apiVersion, storage, types, converter } = options;
  const forms = new Map(
    [...types].map(([version, schema]) => [version, versionForm({ kind, apiVersion: version }, schema)]),
  );
  const wanted = formIn(forms, apiVersion);
  const target = formIn(forms, storage);

  /** The entry in the wanted version; undefined where its object, which `unconverted` gets, must be converted first. */
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
      // The check does not know the normal form of every object, and a version may have fewer fields than another one.
      if (deepEqual(withVersion(result, stored.apiVersion), read)) return aged(renamed(entry, stored, wanted), stored);
      const value = wanted.form.encode(result);
      if (value.length - entry.value.length <= MOST_ADDED) return { ...entry, value, outdated: true };
      return remade(entry, () => wanted.form.encode(inWanted(normalised(entry, stored).normal, stored)));
    }
    unconverted.push({ entry, object: normal, stored, index });
    return undefined;
  }

  /** The object as it is stored, and in the normal form of its stored version. */
  function normalised(entry: Entry, stored: VersionForm): { readonly read: JsonObject; readonly normal: JsonObject } {
    const read = stored.form.decode({ ...entry, revision: 0 });
    return { read, normal: stored.decode(read).value };
  }

  /** Of a version that differs from the wanted one in what it prunes alone. */
  function inWanted(normal: JsonObject, stored: VersionForm): JsonObject {
    return stored === wanted ? normal : wanted.prune(withVersion(normal, apiVersion)).value;
  }

  /** An entry that is not stored in the storage version: writing it is a change. */
  function aged(entry: Entry, stored: VersionForm): Entry {
    return stored === target ? entry : { ...entry, outdated: true };
  }

  return {
    ...(converter !== undefined && { changesLabels: true }),
    keeps: (object) => wanted === target && wanted.isNormal(object),
    async read(entries) {
      const mapped = [...entries];
      const unconverted: Unconverted[] = [];
      let [count, bytes] = [0, 0];
      for (const [index, entry] of entries.entries()) {
        if (count >= AT_ONCE || bytes >= BYTES_AT_ONCE) {
          [count, bytes] = [0, 0];
          await nextTurn();
        }
        const read = readOne(entry, index, unconverted) ?? entry;
        mapped[index] = read;
        count += 1;
        bytes += entry.value.length + read.value.length;
      }
      if (converter === undefined || unconverted.length === 0) return mapped;
      const objects = await converter.convert(
        unconverted.map(({ object }) => object),
        apiVersion,
      );
      for (const [at, { entry, stored, index }] of unconverted.entries()) {
        const object = objects[at];
        if (object === undefined) throw new Error(`${entry.key} was not converted to ${apiVersion}`);
        // A webhook may change labels and fields.
        const { attributes: _, ...converted } = replaced(entry, object, wanted);
        mapped[index] = aged(converted, stored);
      }
      return mapped;
    },
    async write(key, value) {
      if (apiVersion === storage) return value;
      const own = wanted.form.decode({ key, value, revision: 0 });
      const [object] = converter === undefined ? [withVersion(own, storage)] : await converter.convert([own], storage);
      if (object === undefined) throw new Error(`${key} was not converted to ${storage}`);
      return target.form.encode(target.prune(object).value);
    },
  };
}

/** An object, in the normal form of its stored version, that a webhook is to convert. */
interface Unconverted {
  readonly entry: Entry;
  readonly object: JsonObject;
  readonly stored: VersionForm;
  /** Its place among the entries. */
  readonly index: number;
}

interface VersionForm {
  readonly apiVersion: string;
  /** What stored objects begin with. Text, since a small Buffer that stays would keep the whole pool that it is a part of. */
  readonly head: string;
  readonly form: StoredForm;
  readonly isNormal: (object: JsonObject) => boolean;
  readonly decode: ReturnType<typeof compileStructuralDecoder>;
  /** The same without defaults. */
  readonly prune: ReturnType<typeof compileStructuralDecoder>;
}

function versionForm(type: TypeMeta, schema: CustomSchema): VersionForm {
  let compiled: Pick<VersionForm, 'isNormal' | 'decode' | 'prune'> | undefined;
  const functions = () =>
    (compiled ??= {
      isNormal: compileNormalCheck(structuralOf(schema)),
      // An object that cannot be read could not be deleted either.
      decode: compileStructuralDecoder(structuralOf(schema), { dropsExcess: true }),
      prune: compileStructuralDecoder(structuralOf(schema), { defaults: false }),
    });
  return {
    apiVersion: type.apiVersion,
    head: headOf(type),
    form: storedForm(type, type),
    isNormal: (object) => functions().isNormal(object),
    decode: (object) => functions().decode(object),
    prune: (object) => functions().prune(object),
  };
}

function formIn(forms: ReadonlyMap<string, VersionForm>, apiVersion: string): VersionForm {
  const form = forms.get(apiVersion);
  if (form === undefined) throw new Error(`there is no version ${apiVersion}`);
  return form;
}

/**
 * An entry whose value is made when it is read, and not kept: a list of many objects, each of which has a large default, is then as large
 * as the part of it that is being sent.
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

/** The same object in another version that differs in its name alone. */
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
