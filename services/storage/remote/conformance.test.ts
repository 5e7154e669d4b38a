import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCachedStore } from '../cache/store.js';
import { storeConformance } from '../conformance.js';
import type { StoreHarness } from '../conformance/harness.js';
import { openEmbeddedStore } from '../embedded/store.js';
import type { Store } from '../store.js';
import { remoteOf } from './remote.test.helper.js';

interface Place {
  readonly directory: string;
  /** Of the process with the store. */
  readonly close: () => Promise<void>;
}

/** `inFront` is what callers see of a remote store. */
function harness(inFront: (store: Store) => Store): Omit<StoreHarness, 'capabilities'> {
  const places = new WeakMap<Store, Place>();
  async function openIn(directory: string): Promise<Store> {
    const held = await openEmbeddedStore({ directory, revisionTimeoutMs: 300 });
    const store = inFront(remoteOf(held).store);
    places.set(store, { directory, close: () => held.close() });
    return store;
  }
  async function close(store: Store): Promise<string> {
    const place = places.get(store);
    await store.close();
    await place?.close();
    return place?.directory ?? '';
  }
  return {
    open: async () => openIn(await mkdtemp(join(tmpdir(), 'remote-test-'))),
    reopen: async (store) => openIn(await close(store)),
    dispose: async (store) => rm(await close(store), { recursive: true }),
  };
}

const common = { durable: true, keyBytes: 1900, ttlLateness: 1, deadlineMs: 0, lingerMs: 1000 };

storeConformance('a directory that another process holds', {
  capabilities: { ...common, provesProgress: true },
  ...harness((store) => store),
});

const collections = [{ prefix: '', extract: () => ({ labels: {}, fields: {} }) }];

storeConformance('a watch cache in front of a directory that another process holds', {
  capabilities: common,
  ...harness((store) => createCachedStore(store, { collections, prefix: '', timeout: 300 })),
});
