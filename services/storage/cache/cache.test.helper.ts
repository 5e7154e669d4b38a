import assert from 'node:assert/strict';
import { openEmbeddedStore } from '../embedded/store.js';
import type { Entry, Store, StoreEvent } from '../store.js';
import { eventKey, eventRevision } from '../event.js';
import { createCachedStore, type CachedStore, type CacheOptions } from './store.js';

export const COLLECTION = {
  prefix: '/things/',
  /** The value becomes the only label. */
  extract: ({ value }: Entry) => ({ labels: { is: Buffer.from(value).toString() }, fields: {} }),
};

const OTHER = { ...COLLECTION, prefix: '/others/' };

export async function openCache(
  options: Partial<CacheOptions> = {},
  wrap: (store: Store) => Store = (store) => store,
): Promise<CachedStore> {
  const store = wrap(await openEmbeddedStore({ ephemeral: true }));
  return createCachedStore(store, { collections: [COLLECTION, OTHER], timeout: 300, ...options });
}

/** A store with some methods replaced. */
export function override(store: Store, methods: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => Reflect.get(name in methods ? methods : target, name),
  });
}

export const bytes = (text: string): Uint8Array => Buffer.from(text);
export const eventText = (event: StoreEvent): string => `${event.type} ${eventKey(event)} ${eventRevision(event)}`;

export async function write(store: Store, key: string, text: string | undefined): Promise<number> {
  const { entry } = await store.get(key);
  if (text === undefined) {
    if (entry === undefined) return 0;
    const result = await store.delete(key, entry.revision);
    assert.ok(result.ok);
    return result.revision;
  }
  const value = bytes(text);
  const result = entry ? await store.update(key, value, entry.revision) : await store.create(key, value);
  assert.ok(result.ok);
  return result.revision;
}

/** The first `count` events of a watch. */
export async function take(store: Store, prefix: string, from: number, count: number): Promise<StoreEvent[]> {
  const events: StoreEvent[] = [];
  const abort = new AbortController();
  for await (const batch of store.watch(prefix, { from, signal: abort.signal })) {
    events.push(...batch.events);
    if (events.length >= count) break;
  }
  abort.abort();
  return events;
}

/** Opens caches for the tests of the current `describe` and closes them after each test. */
export function useCaches(): (...args: Parameters<typeof openCache>) => Promise<CachedStore> {
  let open: Store[] = [];
  afterEach(async () => {
    await Promise.all(open.map((store) => store.close()));
    open = [];
  });
  return async (...args) => {
    const cache = await openCache(...args);
    open.push(cache);
    return cache;
  };
}
