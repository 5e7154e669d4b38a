import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeConformance } from '../conformance.js';
import { openEmbeddedStore } from '../embedded/store.js';
import type { Store } from '../store.js';
import { createCachedStore } from './store.js';

const directories = new WeakMap<Store, string>();

/** A single collection holds every key. */
async function openIn(directory: string): Promise<Store> {
  const collections = [{ prefix: '', extract: () => ({ labels: {}, fields: {} }) }];
  const store = createCachedStore(await openEmbeddedStore({ directory }), { collections, prefix: '', timeout: 300 });
  directories.set(store, directory);
  return store;
}

storeConformance('a watch cache in front of a directory', {
  capabilities: { durable: true, keyBytes: 1900, ttlLateness: 1, deadlineMs: 0, lingerMs: 1000 },
  open: async () => openIn(await mkdtemp(join(tmpdir(), 'cache-test-'))),
  async reopen(store) {
    await store.close();
    return openIn(directories.get(store) ?? '');
  },
  async dispose(store) {
    await store.close();
    await rm(directories.get(store) ?? '', { recursive: true });
  },
});
