import assert from 'node:assert/strict';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { realEnvironment } from '../registry/environment.js';
import { readContinueKey } from './continue-key.js';

describe('the key of continue tokens', () => {
  const { signal } = new AbortController();

  it('is made once, however many replicas ask at once', async () => {
    const store = await openEmbeddedStore({ ephemeral: true });
    const ask = async (): Promise<string> =>
      Buffer.from(await readContinueKey(store, realEnvironment, signal)).toString('hex');
    const keys = await Promise.all([ask(), ask(), ask()]);
    keys.push(await ask());
    assert.equal(new Set(keys).size, 1);
    assert.equal(keys[0]?.length, 64);
    await store.close();
  });

  it('is another one in another store', async () => {
    const stores = await Promise.all([1, 2].map(() => openEmbeddedStore({ ephemeral: true })));
    const keys = await Promise.all(stores.map((store) => readContinueKey(store, realEnvironment, signal)));
    assert.notDeepEqual(keys[0], keys[1]);
    await Promise.all(stores.map((store) => store.close()));
  });
});
