import type { Awaitable } from '@pilothouse/admission/awaitable.js';
import type { ObjectReader } from '@pilothouse/admission/objects.js';
import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ResourceNames } from '@pilothouse/client/resource-type.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { CachedStore } from '@pilothouse/storage/cache/store.js';
import type { Entry, Revision } from '@pilothouse/storage/store.js';
import { collectionPrefix, objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';
import type { ResourceLookup } from './resource-lookup.js';

export interface ObjectReaderOptions {
  readonly resourceOf: ResourceLookup;
  readonly cacheOf: (definition: ResourceDefinition) => Pick<CachedStore, 'versionOf'>;
  /** Tracks, from the call on, the latest revision at which this server writes to a collection. */
  readonly latestWriteOf: (definition: ResourceDefinition) => () => Revision;
}

/** Lists, and objects, that one resource keeps at most. All are dropped when it is reached, those of former namespaces among them. */
const MAX_KEPT = 4096;

/** Reads over the watch cache. An entry is decoded at most once; a list that has not changed is not read again. */
export function objectReader(options: ObjectReaderOptions): ObjectReader {
  const readerOf = keyed((resource: Resource) => resourceReader(resource, options));
  // The caller's type names the type of the objects, which the schema of the resource has checked.
  return {
    get: <T>(
      type: ResourceNames<T>,
      { namespace = '', name, signal, live = false }: Parameters<ObjectReader['get']>[1],
    ) => readerOf(options.resourceOf(type)).get(namespace, name, { signal, live }) as Awaitable<T | undefined>,
    list: <T>(
      type: ResourceNames<T>,
      { namespace = '', signal, live = false, once = false }: Parameters<ObjectReader['list']>[1],
    ) => {
      const reader = readerOf(options.resourceOf(type));
      const list = once ? reader.listOnce : reader.list;
      return list(namespace, { signal, live }) as Awaitable<readonly T[]>;
    },
  };
}

interface Read {
  readonly signal: AbortSignal;
  readonly live: boolean;
}

interface ResourceReader {
  readonly get: (
    namespace: string,
    name: string,
    read: Read,
  ) => JsonObject | undefined | Promise<JsonObject | undefined>;
  readonly list: (namespace: string, read: Read) => readonly JsonObject[] | Promise<readonly JsonObject[]>;
  readonly listOnce: (namespace: string, read: Read) => Promise<readonly JsonObject[]>;
}

/** A list as of a version of the collection. */
interface KnownList {
  version: number | undefined;
  readonly entries: readonly Entry[];
  readonly objects: readonly JsonObject[];
}

function resourceReader(resource: Resource, { cacheOf, latestWriteOf }: ObjectReaderOptions): ResourceReader {
  const { definition, store, stored, maybeYield } = resource;
  const decode = keyed((entry: Entry) => stored.decode(entry));
  const cache = cacheOf(definition);
  const all = collectionPrefix(definition);
  const latestWrite = latestWriteOf(definition);
  const lists = new Map<string, KnownList>();
  /** Objects, and absences, by key. */
  const found = new Map<string, { readonly version: number | undefined; readonly object: JsonObject | undefined }>();
  /** Writes before the first read are not tracked, so the first read is of the newest state. */
  let isTracked = false;

  const optionsOf = ({ signal, live }: Read) => (live || !isTracked ? { signal } : { signal, atLeast: latestWrite() });

  async function readList(namespace: string, read: Read): Promise<readonly JsonObject[]> {
    // Taken first: a change during the read has a later version.
    const version = cache.versionOf(all, 0);
    const { entries } = await store.list(collectionPrefix(definition, namespace), optionsOf(read));
    isTracked = true;
    const former = lists.get(namespace);
    if (former !== undefined && isSame(former.entries, entries)) {
      former.version = version;
      return former.objects;
    }
    const next = { version, entries, objects: decoded(entries, former) };
    if (lists.size >= MAX_KEPT) lists.clear();
    lists.set(namespace, next);
    return next.objects;
  }

  async function readObject(key: string, read: Read): Promise<JsonObject | undefined> {
    const version = cache.versionOf(all, 0);
    const { entry } = await store.get(key, optionsOf(read));
    isTracked = true;
    const object = entry && decode(entry);
    if (read.live) return object;
    if (found.size >= MAX_KEPT) found.clear();
    found.set(key, { version, object });
    return object;
  }

  /** Reuses the objects of entries that have not changed. A store that converts its entries makes new ones for each read. */
  function decoded(entries: readonly Entry[], former: KnownList | undefined): JsonObject[] {
    const known = new Map(former?.entries.map((entry, index) => [entry.key, { entry, object: former.objects[index] }]));
    return entries.map((entry) => {
      const before = known.get(entry.key);
      return before?.object !== undefined && before.entry.revision === entry.revision ? before.object : decode(entry);
    });
  }

  return {
    get(namespace, name, read) {
      const key = objectKey(definition, namespace, name);
      const known = read.live ? undefined : found.get(key);
      if (known?.version !== undefined && known.version === cache.versionOf(all, latestWrite())) return known.object;
      return readObject(key, read);
    },
    list(namespace, read) {
      const known = read.live ? undefined : lists.get(namespace);
      if (known?.version !== undefined && known.version === cache.versionOf(all, latestWrite())) return known.objects;
      return readList(namespace, read);
    },
    async listOnce(namespace, read) {
      const { entries } = await store.list(collectionPrefix(definition, namespace), optionsOf(read));
      const objects: JsonObject[] = [];
      for (const entry of entries) {
        objects.push(stored.decode(entry));
        await maybeYield();
        read.signal.throwIfAborted();
      }
      return objects;
    },
  };
}

function isSame(former: readonly Entry[], entries: readonly Entry[]): boolean {
  return (
    former.length === entries.length &&
    former.every((each, index) => each.key === entries[index]?.key && each.revision === entries[index].revision)
  );
}
