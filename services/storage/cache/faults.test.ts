import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { CompactedError, NotReadyError, StoreUnavailableError, type Entry } from '../store.js';
import { bytes, override, take, useCaches, write } from './cache.test.helper.js';
import { eventKey } from '../event.js';
import { CacheMismatchError } from './verify.js';

describe('a cached store during failures', () => {
  const opened = useCaches();

  it('rejects with NotReadyError before the first load', async () => {
    const cache = await opened({ timeout: 50 }, (store) =>
      override(store, { list: (_prefix, { signal } = {}) => delay(60_000, undefined, { signal }) as Promise<never> }),
    );
    const { signal } = new AbortController();
    assert.equal(cache.isReady(), false);
    await assert.rejects(cache.list('/things/', { atLeast: 0 }), NotReadyError);
    await assert.rejects(cache.get('/things/a', { atLeast: 0 }), NotReadyError);
    await assert.rejects(cache.watch('/things/', { from: 2, signal })[Symbol.asyncIterator]().next(), NotReadyError);
  });

  it('serves stale reads while the store is down, and rejects linearizable ones', async () => {
    let isDown = false;
    const cache = await opened({}, (store) =>
      override(store, {
        currentRevision: () =>
          isDown ? Promise.reject(new StoreUnavailableError('gone', false)) : store.currentRevision(),
      }),
    );
    await write(cache, '/things/a', 'v');
    assert.equal((await cache.list('/things/')).entries.length, 1);
    isDown = true;
    await assert.rejects(cache.list('/things/'), StoreUnavailableError);
    assert.equal((await cache.list('/things/', { atLeast: 0 })).entries.length, 1);
  });

  it('shares one revision read among waiting callers, but never one that began before a call', async () => {
    let asked = 0;
    const cache = await opened({}, (store) =>
      override(store, {
        async currentRevision() {
          asked += 1;
          await delay(20);
          return store.currentRevision();
        },
      }),
    );
    await cache.ready();
    const lists = [cache.list('/things/')];
    await delay(5);
    for (let index = 0; index < 10; index++) lists.push(cache.list('/things/'));
    await Promise.all(lists);
    assert.equal(asked, 2);
  });

  it('verifies itself periodically and reports a mismatch', async () => {
    const errors: unknown[] = [];
    const statuses: string[] = [];
    const options = {
      verifyInterval: 30,
      onError: (error: unknown) => errors.push(error),
      onVerified: (prefix: string, status: string) => statuses.push(`${prefix} ${status}`),
    };
    const cache = await opened(options, (store) =>
      override(store, {
        async *watch(prefix, watchOptions) {
          for await (const batch of store.watch(prefix, watchOptions)) yield { ...batch, events: [] };
        },
      }),
    );
    await write(cache, '/things/lost', 'v');
    while ((await cache.list('/things/')).entries.length === 0) await delay(10);
    const [error] = errors;
    assert.ok(error instanceof CacheMismatchError);
    assert.deepEqual(error.verification.different, ['/things/lost']);
    assert.ok(statuses.includes('/things/ failure'));
    await cache.verify();
    assert.ok(statuses.includes('/things/ success'));
  });

  it('serves the other entries when one value cannot be parsed, and reports that one', async () => {
    const errors: unknown[] = [];
    const extract = ({ value }: Entry) => ({
      labels: { is: String(JSON.parse(Buffer.from(value).toString())) },
      fields: {},
    });
    const collections = [{ prefix: '/things/', extract }];
    const cache = await opened({ collections, onError: (error) => errors.push(error) });
    await write(cache, '/things/bad', '{');
    await write(cache, '/things/good', '1');
    const { entries } = await cache.list('/things/', { where: { label: 'is', values: ['1'] } });
    assert.deepEqual(
      entries.filter(({ attributes }) => attributes?.labels['is'] === '1').map(({ key }) => key),
      ['/things/good'],
    );
    assert.match(String(errors[0]), /the value of \/things\/bad is not an object/);
    assert.equal(errors.length, 1);
  });

  it('serves the other entries when the layer that decrypts is missing, and reads the encrypted one again at intervals', async () => {
    const errors: unknown[] = [];
    const MANY = 1000;
    let repairs = 0;
    const cache = await opened({ repairInterval: 1, onError: (error) => errors.push(error) }, (store) =>
      override(store, {
        get(key, options, known) {
          if (++repairs > MANY) throw new Error('the repair does not end');
          return store.get(key, options, known);
        },
      }),
    );
    assert.ok((await cache.create('/things/sealed', bytes('k8s:enc:aesgcm:v1:a:…'))).ok);
    assert.ok((await cache.create('/others/a', bytes('v'))).ok);
    assert.equal((await cache.list('/others/')).entries.length, 1);
    const version = cache.versionOf('/things/', 0);
    for (;;) {
      if (repairs >= 3) break;
      await delay(1);
    }
    assert.ok(repairs < MANY, 'one repair reads the value endlessly');
    await assert.rejects(cache.list('/things/'), { name: 'UnreadableListError' });
    assert.equal(cache.versionOf('/things/', 0), version);
    assert.deepEqual(errors, []);
  });

  it('detects and repairs a mismatch, and ends affected watches', async () => {
    const cache = await opened({}, (store) =>
      override(store, {
        async *watch(prefix, options) {
          for await (const batch of store.watch(prefix, options)) {
            yield { ...batch, events: batch.events.filter((event) => !eventKey(event).endsWith('lost')) };
          }
        },
      }),
    );
    const from = (await cache.currentRevision()) + 1;
    await write(cache, '/things/a', 'v');
    assert.deepEqual((await cache.verify()).different, []);
    const watching = take(cache, '/things/', from, 9);
    watching.catch(() => {});
    await delay(20);
    await write(cache, '/things/lost', 'v');
    assert.deepEqual((await cache.verify()).different, ['/things/lost']);
    await assert.rejects(watching, CompactedError);
    assert.deepEqual(
      (await cache.list('/things/')).entries.map(({ key }) => key),
      ['/things/a', '/things/lost'],
    );
    assert.deepEqual((await cache.verify()).different, []);
  });

  it('reloads when the store has compacted the next revision', async () => {
    let compactions = 0;
    const cache = await opened({}, (store) =>
      override(store, {
        async *watch(prefix, options) {
          for await (const batch of store.watch(prefix, options)) {
            if (batch.events.some((event) => eventKey(event).endsWith('gap')) && compactions++ === 0) {
              throw new CompactedError(options.from, batch.revision);
            }
            yield batch;
          }
        },
      }),
    );
    const from = (await cache.currentRevision()) + 1;
    const watching = take(cache, '/things/', from, 9);
    watching.catch(() => {});
    await delay(20);
    await write(cache, '/things/gap', 'v');
    await assert.rejects(watching, CompactedError);
    await write(cache, '/things/b', 'v');
    assert.deepEqual(
      (await cache.list('/things/')).entries.map(({ key }) => key),
      ['/things/b', '/things/gap'],
    );
  });
});
