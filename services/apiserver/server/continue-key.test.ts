import assert from 'node:assert/strict';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { realEnvironment } from '../registry/environment.js';
import { readContinueKey } from './continue-key.js';

describe('the continue token key', () => {
  const { signal } = new AbortController();

  it('is created once by concurrent replicas', async () => {
    const store = await openEmbeddedStore({ ephemeral: true });
    const ask = async (): Promise<string> =>
      Buffer.from(await readContinueKey(store, realEnvironment, signal)).toString('hex');
    const keys = await Promise.all([ask(), ask(), ask()]);
    keys.push(await ask());
    assert.equal(new Set(keys).size, 1);
    assert.equal(keys[0]?.length, 64);
    await store.close();
  });

  it('differs between stores', async () => {
    const stores = await Promise.all([1, 2].map(() => openEmbeddedStore({ ephemeral: true })));
    const keys = await Promise.all(stores.map((store) => readContinueKey(store, realEnvironment, signal)));
    assert.notDeepEqual(keys[0], keys[1]);
    await Promise.all(stores.map((store) => store.close()));
  });
});
