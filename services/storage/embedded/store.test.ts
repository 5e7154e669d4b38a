import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CompactedError, StoreUnavailableError } from '../store.js';
import { collect, create, written } from '../conformance/support.js';
import { unitOrder } from '../key-order.js';
import { StoreDamagedError } from './damage.js';
import { FORMAT_VERSION, logDirectory, writeManifest } from './manifest.js';
import { MAX_KEY_BYTES } from './record.js';
import { openEmbeddedStore, type EmbeddedStore } from './store.js';

describe('an embedded store', () => {
  let directory = '';
  let store: EmbeddedStore | undefined;

  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'store-test-')), 'data');
  });

  afterEach(async () => {
    await store?.close();
    store = undefined;
    await rm(join(directory, '..'), { recursive: true });
  });

  it('restricts its files to their owner', async () => {
    store = await openEmbeddedStore({ directory });
    await create(store, '/a');
    const names = await readdir(directory, { recursive: true, withFileTypes: true });
    assert.ok(names.filter((each) => each.isFile()).length >= 4);
    for (const each of names) {
      assert.equal(await mode(join(each.parentPath, each.name)), each.isFile() ? 0o600 : 0o700, each.name);
    }
    assert.equal(await mode(directory), 0o700);
  });

  it('accepts keys up to its limit', async () => {
    store = await openEmbeddedStore({ directory });
    await create(store, 'k'.repeat(MAX_KEY_BYTES));
    await assert.rejects(store.create('k'.repeat(MAX_KEY_BYTES + 1), Buffer.alloc(0)), RangeError);
  });

  it('refuses a newer format version', async () => {
    const log = logDirectory(directory, 0);
    await mkdir(log, { recursive: true });
    const manifest = { segments: [], compacted: 1, format: FORMAT_VERSION + 1 };
    await writeManifest(log, manifest);
    await assert.rejects(
      openEmbeddedStore({ directory }),
      unavailable(/format 3, written by a newer version; .* up to 2/),
    );
  });

  it('refuses a path that is not a directory', async () => {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'file'), '');
    const file = join(directory, 'file', 'below');
    await assert.rejects(openEmbeddedStore({ directory: file }), unavailable(/cannot use .*below: ENOTDIR/));
  });

  it('refuses a directory without write permission', async function () {
    if (process.getuid?.() === 0) this.skip();
    await mkdir(directory, { recursive: true, mode: 0o500 });
    await assert.rejects(openEmbeddedStore({ directory }), unavailable(/EACCES/));
  });

  it('releases a directory that it could not open', async () => {
    const manifest = join(logDirectory(directory, 0), 'manifest');
    await mkdir(join(manifest, '..'), { recursive: true });
    await writeFile(manifest, 'no manifest');
    await assert.rejects(openEmbeddedStore({ directory }), StoreDamagedError);
    await writeManifest(logDirectory(directory, 1), { segments: [], compacted: 1 });
    store = await openEmbeddedStore({ directory });
  });

  it('removes drafts of logs that a killed process left', async () => {
    store = await openEmbeddedStore({ directory });
    await store.close();
    await mkdir(join(directory, 'log.123.456.7.partial'));
    await writeFile(join(directory, 'log.123.456.7.partial', '00000001.segment'), 'a value in the clear');
    store = await openEmbeddedStore({ directory });
    assert.deepEqual(
      (await readdir(directory)).filter((name) => name.startsWith('log.')),
      ['log.2'],
    );
  });

  it('does not grow while one key is rewritten and compacted', async function () {
    // Each write is flushed to disk.
    this.timeout(60_000);
    store = await openEmbeddedStore({ directory });
    const value = Buffer.alloc(50_000, 'x');
    let revision = written(await store.create('/a', value));
    for (let round = 0; round < 12; round++) {
      for (let i = 0; i < 40; i++) revision = written(await store.update('/a', value, revision));
      await store.compact(revision);
    }
    // 24 MB were written. Cleaning runs once a second.
    while (store.space().bytes > 12_000_000) await delay(20);
    assert.equal((await store.get('/a')).entry?.value.length, value.length);
  });

  it('acknowledges no write without its manifest, and recovers once the manifest can be written', async () => {
    store = await openEmbeddedStore({ directory });
    const acknowledged: string[] = [];
    const write = async (key: string): Promise<void> => {
      written(await (store as EmbeddedStore).create(key, Buffer.alloc(150_000)));
      acknowledged.push(key);
    };
    await write('/first');
    const obstacle = join(logDirectory(directory, 1), 'manifest.tmp');
    await mkdir(obstacle);
    const many = async (): Promise<void> => {
      for (let i = 0; i < 50; i++) await write(`/${i}`);
    };
    await assert.rejects(many(), unavailable(/cannot write to .*: EISDIR/));
    await assert.rejects(write('/second'), unavailable(/cannot write to .*: EISDIR/));
    await rmdir(obstacle);
    await write('/last');
    const copy = join(directory, '..', 'killed');
    await cp(directory, copy, { recursive: true, filter: (path) => !basename(path).startsWith('lock.') });
    const reopened = await openEmbeddedStore({ directory: copy });
    const { entries } = await reopened.list('/');
    await reopened.close();
    assert.deepEqual(entries.map(({ key }) => key).sort(unitOrder), [...acknowledged].sort(unitOrder));
  });

  it('compacts when past states exceed the memory limit', async () => {
    store = await openEmbeddedStore({ directory, historyBytes: 100_000 });
    const first = await create(store, '/a');
    let revision = first;
    for (let i = 0; i < 20; i++) revision = written(await store.update('/a', Buffer.alloc(10_000), revision));
    await assert.rejects(store.list('/', { revision: first }), CompactedError);
    await store.list('/', { revision: revision - 3 });
  });

  it('compacts by age', async () => {
    store = await openEmbeddedStore({ directory, compactionIntervalMs: 30 });
    const first = await create(store, '/a');
    const second = written(await store.update('/a', Buffer.from('2'), first));
    assert.equal((await store.list('/', { revision: first })).revision, first);
    const past = async (): Promise<void> => {
      for (;;) {
        await store?.list('/', { revision: first });
        await delay(10);
      }
    };
    await assert.rejects(past(), CompactedError);
    assert.equal((await store.get('/a')).entry?.revision, second);
  });

  it('expires entries by its clock, including those that expired while it was closed', async () => {
    let time = 1_000_000;
    const now = () => time;
    store = await openEmbeddedStore({ directory, now });
    const revision = written(await store.create('/lease', Buffer.from('v'), { ttl: 3600 }));
    await store.close();
    time += 3_599_000;
    store = await openEmbeddedStore({ directory, now });
    await delay(20);
    assert.equal((await store.get('/lease')).entry?.revision, revision);
    await store.close();
    time += 1000;
    store = await openEmbeddedStore({ directory, now });
    const events = await collect(store, '/', revision + 1, (seen) => seen.length === 1);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['delete'],
    );
  });

  it('writes nothing to disk when it is ephemeral', async () => {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = join(directory, '..');
    try {
      store = await openEmbeddedStore({ ephemeral: true });
      await create(store, '/a');
      assert.deepEqual(await readdir(join(directory, '..')), []);
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });
});

async function mode(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

function unavailable(text: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof StoreUnavailableError, String(error));
    assert.equal(error.outcomeUnknown, false);
    assert.match(error.message, text);
    return true;
  };
}
