import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeConformance } from '../conformance.js';
import type { Store } from '../store.js';
import { openEmbeddedStore } from './store.js';

const keyBytes = 1900;
const revisionTimeoutMs = 300;
const places = new WeakMap<Store, string>();

async function openIn(directory: string): Promise<Store> {
  const store = await openEmbeddedStore({ directory, revisionTimeoutMs });
  places.set(store, directory);
  return store;
}

storeConformance('a directory', {
  capabilities: { durable: true, keyBytes, ttlLateness: 1, deadlineMs: 0, provesProgress: true, lingerMs: 1000 },
  open: async () => openIn(await mkdtemp(join(tmpdir(), 'store-test-'))),
  async reopen(store) {
    await store.close();
    return openIn(places.get(store) ?? '');
  },
  async dispose(store) {
    await store.close();
    await rm(places.get(store) ?? '', { recursive: true });
  },
});

storeConformance('memory of an ephemeral process', {
  capabilities: { durable: false, keyBytes, ttlLateness: 1, deadlineMs: 0, provesProgress: true, lingerMs: 1000 },
  open: () => openEmbeddedStore({ ephemeral: true, revisionTimeoutMs }),
  reopen: () => openEmbeddedStore({ ephemeral: true, revisionTimeoutMs }),
  dispose: (store) => store.close(),
});
