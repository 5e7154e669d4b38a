import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { trackWrites, type TrackedWrites } from '@pilothouse/storage/write-hook.js';
import type { ReadOptions, Store } from '@pilothouse/storage/store.js';
import { serviceAccounts } from '@pilothouse/kinds/core/service-accounts.js';
import { realEnvironment } from '../registry/environment.js';
import { createResources } from '../registry/resource.js';
import { createKeyedMutex } from '../registry/keyed-mutex.js';
import { createTokenLiveness, type TokenLiveness } from './token-liveness.js';
import { boundObject } from './bound-objects.js';

const KEY = '/serviceaccounts/default/robot';
const stored = (uid: string): Buffer =>
  Buffer.from(`{"kind":"ServiceAccount","apiVersion":"v1","metadata":{"name":"robot","uid":"${uid}"}}`);

/** A store behind a cache that is frozen until `catchUp`. */
function withFrozenCache(backend: Store): { store: Store; catchUp: () => Promise<void>; reads: () => number } {
  let cached: Awaited<ReturnType<Store['get']>> = { entry: undefined, revision: 0 };
  let reads = 0;
  const get = async (key: string, options: ReadOptions = {}): ReturnType<Store['get']> => {
    if (options.atLeast === 0) return cached;
    reads += 1;
    return backend.get(key, options);
  };
  return {
    store: Object.assign(Object.create(backend) as Store, { get }),
    reads: () => reads,
    catchUp: async () => {
      cached = await backend.get(KEY);
    },
  };
}

describe('token liveness', () => {
  let backend: Store;
  let cache: ReturnType<typeof withFrozenCache>;
  let here: TrackedWrites;
  let now: number;
  let standing: TokenLiveness;
  beforeEach(async () => {
    now = 1e12;
    backend = await openEmbeddedStore({ ephemeral: true });
    cache = withFrozenCache(backend);
    here = trackWrites(cache.store);
    const [accounts] = createResources(serviceAccounts(createDomain()), {
      store: here.store,
      environment: realEnvironment,
      mutex: createKeyedMutex(),
    });
    assert.ok(accounts);
    standing = createTokenLiveness(
      [boundObject({ resource: 'serviceaccounts', namespace: 'default', name: 'robot' }, '1')],
      {
        resources: new Map([['serviceaccounts', accounts]]),
        latestWrite: here.track('/serviceaccounts/'),
        now: () => new Date(now),
      },
    );
  });
  afterEach(() => backend.close());
  const problem = (): Promise<string | undefined> => standing(() => new AbortController().signal);
  const revisionOf = async (store: Store): Promise<number> => (await store.get(KEY)).entry?.revision ?? 0;

  it('accepts a token at once after another server has created the account', async () => {
    await backend.create(KEY, stored('1'));
    assert.equal(await problem(), undefined);
  });

  it('uses the cache once the store has confirmed the account', async () => {
    await backend.create(KEY, stored('1'));
    await cache.catchUp();
    await problem();
    const reads = cache.reads();
    assert.deepEqual(await Promise.all([problem(), problem(), problem()]), [undefined, undefined, undefined]);
    assert.equal(cache.reads(), reads);
  });

  it('ends at once with a deletion by this server, even if the cache is behind', async () => {
    await backend.create(KEY, stored('1'));
    await cache.catchUp();
    assert.equal(await problem(), undefined);
    await here.store.delete(KEY, await revisionOf(backend));
    assert.equal(await problem(), 'serviceaccounts "robot": it does not exist');
  });

  it('ends with a deletion by another server as soon as the cache sees it', async () => {
    await backend.create(KEY, stored('1'));
    await cache.catchUp();
    assert.equal(await problem(), undefined);
    await backend.delete(KEY, await revisionOf(backend));
    assert.equal(await problem(), undefined);
    await cache.catchUp();
    assert.equal(await problem(), 'serviceaccounts "robot": it does not exist');
  });

  it('ends after 10 seconds if the cache is stuck', async () => {
    await backend.create(KEY, stored('1'));
    await cache.catchUp();
    assert.equal(await problem(), undefined);
    await backend.delete(KEY, await revisionOf(backend));
    now += 9_999;
    assert.equal(await problem(), undefined);
    now += 1;
    assert.match(String(await problem()), /does not exist/);
  });

  it('does not transfer to a later account of the same name', async () => {
    await backend.create(KEY, stored('2'));
    assert.equal(await problem(), 'serviceaccounts "robot": its uid is 2, and that of the token 1');
  });

  it('fails if the resource of a bound object is not served', async () => {
    const pod = boundObject({ resource: 'pods', namespace: 'default', name: 'p' }, '1');
    const alone = createTokenLiveness([pod], {
      resources: new Map(),
      latestWrite: here.track('/serviceaccounts/'),
      now: () => new Date(now),
    });
    assert.equal(await alone(() => new AbortController().signal), 'pods "p": it is not served');
  });
});
