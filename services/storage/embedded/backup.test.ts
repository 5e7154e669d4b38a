import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompactedError, type Store } from '../store.js';
import { backUp, restore, RESTORE_GAP } from './backup.js';
import { StoreDamagedError } from './damage.js';
import { openEmbeddedStore } from './store.js';

describe('a backup of an embedded store', () => {
  let directory: string;
  const path = (...names: readonly string[]): string => join(directory, ...names);
  const opened = async (name: string, use: (store: Store) => Promise<void>): Promise<void> => {
    const store = await openEmbeddedStore({ directory: path(name, 'store') });
    try {
      await use(store);
    } finally {
      await store.close();
    }
  };

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'backup-'));
    await opened('data', async (store) => {
      for (const name of ['a', 'b', 'c']) await store.create(`/${name}`, Buffer.from(name));
      const { entry } = await store.get('/a');
      await store.update('/a', Buffer.from('changed'), entry?.revision ?? 0);
      const { entry: gone } = await store.get('/b');
      await store.delete('/b', gone?.revision ?? 0);
    });
    await mkdir(path('data', 'certificates'));
    await writeFile(path('data', 'certificates', 'sa.key'), 'key', { mode: 0o600 });
    await writeFile(path('data', 'other'), 'not part of a store');
    assert.deepEqual(await backUp({ dataDirectory: path('data'), to: path('copy') }), { objects: 2, revision: 6 });
    const restored = await restore({ from: path('copy'), dataDirectory: path('restored') });
    assert.deepEqual(restored, { objects: 2, revision: 6 + RESTORE_GAP });
  });
  after(() => rm(directory, { recursive: true }));

  it('contains the store, keys and certificates, readable only by the owner', async () => {
    assert.deepEqual((await readdir(path('copy'))).sort(), ['certificates', 'store']);
    assert.deepEqual(await readdir(path('copy', 'store')), ['log.0']);
    assert.deepEqual(await readdir(path('copy', 'store', 'log.0')), ['00000001.segment', 'manifest']);
    assert.equal(await readFile(path('restored', 'certificates', 'sa.key'), 'utf8'), 'key');
    for (const name of ['copy', 'restored']) {
      assert.equal((await stat(path(name))).mode & 0o777, 0o700);
      assert.equal((await stat(path(name, 'store', 'log.0', '00000001.segment'))).mode & 0o777, 0o600);
      assert.equal((await stat(path(name, 'certificates', 'sa.key'))).mode & 0o777, 0o600);
    }
  });

  it('restores the state at a new revision and compacts earlier ones', () =>
    opened('restored', async (store) => {
      const { entries, revision } = await store.list('/');
      assert.deepEqual(
        entries.map(({ key, value }) => `${key}=${Buffer.from(value).toString()}`),
        ['/a=changed', '/c=c'],
      );
      assert.equal(revision, 6 + RESTORE_GAP);
      for (const old of [3, 6, 500]) await assert.rejects(store.list('/', { revision: old }), CompactedError);
      const created = await store.create('/d', Buffer.from('d'));
      assert.ok(created.ok);
      assert.equal(created.revision, 7 + RESTORE_GAP);
      const { entry } = await store.get('/a');
      assert.ok((await store.delete('/a', entry?.revision ?? 0)).ok);
    }));

  it('overwrites neither a backup nor a data directory', async () => {
    const refused = /is not empty and is not overwritten/;
    await assert.rejects(backUp({ dataDirectory: path('data'), to: path('copy') }), refused);
    await assert.rejects(restore({ from: path('copy'), dataDirectory: path('data') }), refused);
  });

  it('fails without a store or with a damaged one, and leaves no files', async () => {
    const noStore = /^StoreUnavailableError: there is no store in \S+: ENOENT: /;
    await assert.rejects(backUp({ dataDirectory: path('nowhere'), to: path('none') }), noStore);
    await assert.rejects(restore({ from: path('nowhere'), dataDirectory: path('none') }), noStore);
    await backUp({ dataDirectory: path('data'), to: path('damaged') });
    await truncate(path('damaged', 'store', 'log.0', '00000001.segment'), 60);
    await assert.rejects(restore({ from: path('damaged'), dataDirectory: path('none') }), StoreDamagedError);
    assert.deepEqual(
      (await readdir(directory)).filter((name) => /none|partial/.test(name)),
      [],
    );
  });
});
