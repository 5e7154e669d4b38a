import { cacheInFront } from '@pilothouse/apiserver/server/stores/cache.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import type { CachedStore } from '@pilothouse/storage/cache/store.js';
import { chainOf } from '@pilothouse/storage/encryption/chain.js';
import { aesCbc, aesGcm, type CreateCipher } from '@pilothouse/storage/encryption/ciphers.js';
import { SOURCE_TYPES } from '@pilothouse/storage/encryption/kms/encrypted-object.js';
import { kmsProvider } from '@pilothouse/storage/encryption/kms/provider.js';
import { seedCipher } from '@pilothouse/storage/encryption/kms/seed.js';
import { keyedProvider } from '@pilothouse/storage/encryption/providers.js';
import { createRandom, type FillRandom } from '@pilothouse/storage/encryption/random.js';
import { loadSecretbox } from '@pilothouse/storage/encryption/secretbox.js';
import { encryptedStore } from '@pilothouse/storage/encryption/store.js';
import type { Provider } from '@pilothouse/storage/encryption/transformer.js';
import { openStore } from '@pilothouse/storage/open.js';
import { objectText } from './objects.js';
import { group, type Measurement, type StoreName } from './row.js';
import { median } from './statistics.js';

const ROUNDS = 12;
/** Rounds before them: a new process still compiles its code. */
const WARM_UP = 2;
/** A round has several parts, each of which ends with a compaction, so that it has several collections of garbage: one alone would decide. */
const PARTS = 6;
const CALLS = 2_000;
const KEY = '/secrets/default/bench';

/** A store in the clear and one for each provider, each behind its watch cache. */
interface Stores {
  readonly clear: CachedStore;
  readonly encrypted: ReadonlyMap<string, CachedStore>;
}

const secret = Buffer.alloc(32, 1);

/** What encryption at rest adds to the processor time of writes and of reads from the cache. */
export const encryption = group<Stores>({
  async start(store: StoreName) {
    if (store !== 'ephemeral') return undefined;
    const clear = await openCache();
    const encrypted = new Map<string, CachedStore>();
    for (const [name, provider] of Object.entries(await providers(createRandom()))) {
      encrypted.set(name, await openCache(provider));
    }
    return { clear, encrypted };
  },
  async stop({ clear, encrypted }) {
    await Promise.all([clear, ...encrypted.values()].map((store) => store.close()));
  },
  rows: [
    ...(['aesgcm', 'aescbc', 'secretbox', 'kms'] as const).map((name) => ({
      name: `encryption by ${name}, added to a write`,
      why: 'CPU time that the encryption adds to an update of 1 KB and its event. Updates with and without alternate.',
      target: 8,
      better: 'lower' as const,
      run: (stores: Stores) => added(stores, name, update),
    })),
    {
      name: 'encryption, added to a list from the cache',
      why: 'The same for a list of one object of 1 KB that the watch cache holds.',
      target: 0.2,
      better: 'lower',
      run: (stores: Stores) => added(stores, 'aesgcm', list),
    },
  ],
});

async function providers(fillRandom: FillRandom): Promise<Readonly<Record<string, Provider>>> {
  const keyed = (name: string, create: CreateCipher): Provider =>
    keyedProvider(`k8s:enc:${name}:v1:`, 'AES', [{ name: 'key1', cipher: create(secret, fillRandom) }]);
  const source = { keyId: 'key-1', source: Buffer.alloc(60), annotations: {}, type: SOURCE_TYPES.seed };
  const state = { cipher: seedCipher(secret, fillRandom), encrypted: source, expires: Number.MAX_SAFE_INTEGER };
  return {
    aesgcm: keyed('aesgcm', aesGcm),
    aescbc: keyed('aescbc', aesCbc),
    secretbox: keyed('secretbox', await loadSecretbox()),
    kms: kmsProvider({
      name: 'bench',
      service: { decrypt: () => Promise.reject(new Error('the seed is known')) },
      plugin: { state: () => state, problem: () => undefined },
      fillRandom,
      now: () => 0,
      onKeyUsed: () => undefined,
      onMiss: () => undefined,
      onSize: () => undefined,
    }),
  };
}

async function openCache(provider?: Provider): Promise<CachedStore> {
  const opened = await openStore({ type: 'ephemeral' }, { address: '', onError: () => undefined });
  const clock = (): number => performance.now();
  const chain = provider && chainOf([provider], () => undefined, clock);
  const store =
    chain === undefined ? opened : encryptedStore(opened, { prefix: '/registry', transformerOf: () => chain });
  const cache = cacheInFront(store, { definitions: builtInResources(createDomain()), logger: createLogger(0) });
  await cache.create(KEY, Buffer.from(objectText('bench')));
  return cache;
}

/** Calls a store CALLS times, one after the other, and ends when the cache has their events. */
type Load = (store: CachedStore) => Promise<void>;

const update: Load = async (store) => {
  const text = objectText('bench');
  const { entry } = await store.get(KEY);
  let revision = entry?.revision ?? 0;
  for (let index = 0; index < CALLS; index++) {
    const result = await store.update(KEY, Buffer.from(text), revision);
    if (!result.ok) throw new Error('the object was changed by another client');
    ({ revision } = result);
  }
  await store.get(KEY, { atLeast: revision });
  // Each part then begins with as much memory in use, and frees what it has kept.
  await store.compact(revision);
};

const list: Load = async (store) => {
  for (let index = 0; index < CALLS; index++) await store.list('/secrets/default/', { atLeast: 0 });
};

async function added({ clear, encrypted }: Stores, name: string, load: Load): Promise<Measurement> {
  const store = encrypted.get(name);
  if (store === undefined) throw new Error(`there is no store for ${name}`);
  const [without, with_]: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP; round += 1) {
    await microseconds(clear, load);
    await microseconds(store, load);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    // In turns the first one: collections of garbage that recur then do not always fall to the same store.
    if (round % 2 === 0) without.push(await microseconds(clear, load));
    with_.push(await microseconds(store, load));
    if (round % 2 === 1) without.push(await microseconds(clear, load));
  }
  const [before, after] = [median(without), median(with_)];
  return { value: after - before, unit: 'µs', note: `${before.toFixed(1)} and ${after.toFixed(1)} µs` };
}

/** CPU time of one call. */
async function microseconds(store: CachedStore, load: Load): Promise<number> {
  const start = process.cpuUsage();
  for (let part = 0; part < PARTS; part += 1) await load(store);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / (PARTS * CALLS);
}
