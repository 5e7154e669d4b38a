import type { Item, Kind, Store } from './store.js';

/** Reads from a store, and keeps writes in memory. */
export function dryRun(store: Store): Store {
  const written = new Map<string, Item>();
  const key = (kind: Kind, name: string): string => `${kind}/${name}`;
  return {
    describe: store.describe,
    read: async (kind, name) => written.get(key(kind, name)) ?? (await store.read(kind, name)),
    async write(kind, name, entries) {
      written.set(key(kind, name), { entries, isForeign: false });
    },
  };
}
