import type { Store } from '@pilothouse/storage/store.js';
import type { ResourceDefinition, VersionDefinition } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { mappedStore } from './mapped-store.js';
import { eachEntry } from '@pilothouse/kinds/definition/mapping.js';
import { headOf, storedForm, type TypeMeta } from '@pilothouse/kinds/definition/stored-form.js';
import { storageVersionOf } from '@pilothouse/kinds/definition/versions.js';

/** Converts a stored value to the storage version; returns it unchanged if it has that version. */
export type CurrentForm = (key: string, value: Uint8Array) => Uint8Array;

/**
 * The conversion of values stored under former storage versions; undefined for a resource with a single version. Throws
 * Error for an unknown version.
 */
export function currentForm(definition: ResourceDefinition): CurrentForm | undefined {
  const { group, kind, versions } = definition;
  if (versions.length === 1 || definition.storedAs !== undefined) return undefined;
  const typeOf = (version: string): TypeMeta => ({ kind, apiVersion: groupVersion(group, version) });
  const current = typeOf(storageVersionOf(definition));
  const head = Buffer.from(headOf(current));
  const former = versions
    .filter(({ name }) => name !== storageVersionOf(definition))
    .map((version) => ({
      head: Buffer.from(headOf(typeOf(version.name))),
      ...upgrade(version, typeOf(version.name), current),
    }));
  return (key, value) => {
    if (startsWith(value, head)) return value;
    const found = former.find((each) => startsWith(value, each.head));
    if (found === undefined) throw new Error(`${key} is stored in an unknown version of ${kind}`);
    return found.upgraded(key, value);
  };
}

/** The conversion from a former storage version to the present one. */
function upgrade({ conversion }: VersionDefinition, from: TypeMeta, to: TypeMeta): { readonly upgraded: CurrentForm } {
  const [old, present] = [storedForm(from, from), storedForm(to, to)];
  if (conversion === undefined) {
    const head = Buffer.from(headOf(to));
    return { upgraded: (_key, value) => Buffer.concat([head, value.subarray(old.skipped)]) };
  }
  return {
    upgraded: (key, value) => present.encode(conversion.toStored(old.decode({ key, value, revision: 0 }))),
  };
}

/** A store with all entries converted to the present storage version, and marked as outdated. */
export function currentStore(store: Store, definition: ResourceDefinition): Store {
  const current = currentForm(definition);
  if (current === undefined) return store;
  return mappedStore(store, {
    read: eachEntry((entry) => {
      const value = current(entry.key, entry.value);
      return value === entry.value ? entry : { ...entry, value, outdated: true };
    }),
    write: (_key, value) => value,
  });
}

function startsWith(value: Uint8Array, head: Buffer): boolean {
  return value.length >= head.length && head.compare(value, 0, head.length) === 0;
}
