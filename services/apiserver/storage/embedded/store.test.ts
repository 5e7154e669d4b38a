import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CompactedError, StoreUnavailableError, type Store } from '../store.js';
import { collect, create, written } from '../conformance/support.js';
import { encodeNumber, FORMAT_VERSION, MAX_KEY_BYTES } from './encoding.js';
import { openEnvironment } from './environment.js';
import { openEmbeddedStore } from './store.js';

describe('an embedded store', () => {
  let directory = '';
  let store: Store | undefined;

  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'store-test-')), 'data');
  });

  afterEach(async () => {
    await store?.close();
    store = undefined;
    await rm(join(directory, '..'), { recursive: true });
  });

  it('keeps its files to their owner', async () => {
    store = await openEmbeddedStore({ directory });
    await create(store, '/a');
    const modes = await Promise.all((await readdir(directory)).map((name) => mode(join(directory, name))));
    assert.deepEqual([await mode(directory), ...modes], [0o700, 0o600, 0o600, 0o600]);
  });

  it('takes keys up to its limit', async () => {
    store = await openEmbeddedStore({ directory });
    await create(store, 'k'.repeat(MAX_KEY_BYTES));
    await assert.rejects(store.create('k'.repeat(MAX_KEY_BYTES + 1), Buffer.alloc(0)), RangeError);
  });

  it('refuses the format of a newer version', async () => {
    await mkdir(directory, { recursive: true });
    const env = await openEnvironment({ directory, durable: true, generation: 1, commitTimeoutMs: 1000 });
    await env.commit(() => env.putFormat(FORMAT_VERSION + 1));
    await env.close();
    await assert.rejects(
      openEmbeddedStore({ directory }),
      unavailable(/format 2, written by a newer version; .* up to 1/),
    );
  });

  it('refuses what is no database, and what is no directory', async () => {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'data.mdb'), Buffer.alloc(20_000, 'not a database'));
    await assert.rejects(openEmbeddedStore({ directory }), unavailable(/cannot open .*data: /));
    const file = join(directory, 'data.mdb', 'below');
    await assert.rejects(openEmbeddedStore({ directory: file }), unavailable(/cannot use .*below: ENOTDIR/));
  });

  it('refuses a directory it may not write to', async function () {
    if (process.getuid?.() === 0) this.skip();
    await mkdir(directory, { recursive: true, mode: 0o500 });
    await assert.rejects(openEmbeddedStore({ directory }), unavailable(/EACCES/));
  });

  it('lets go of a directory it could not open', async () => {
    await mkdir(directory, { recursive: true });
    const data = join(directory, 'data.mdb');
    await writeFile(data, Buffer.alloc(20_000, 'not a database'));
    await assert.rejects(openEmbeddedStore({ directory }));
    await rm(data);
    store = await openEmbeddedStore({ directory });
  });

  it('does not grow while one key is rewritten and the past forgotten', async function () {
    // Each write reaches the disk.
    this.timeout(60_000);
    store = await openEmbeddedStore({ directory });
    const value = Buffer.alloc(10_000, 'x');
    let revision = written(await store.create('/a', value));
    const sizes: number[] = [];
    for (let round = 0; round < 12; round++) {
      for (let i = 0; i < 100; i++) revision = written(await store.update('/a', value, revision));
      await store.compact(revision);
      sizes.push((await stat(join(directory, 'data.mdb'))).size);
    }
    // The space of a state is free for use once the next one was forgotten.
    assert.ok((sizes.at(-1) ?? 0) < (sizes.at(3) ?? 0) * 1.2, sizes.join(' '));
  });

  it('forgets the past by itself', async () => {
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

  it('frees every version that no state needs any more', async () => {
    store = await openEmbeddedStore({ directory });
    const a = await create(store, '/a');
    const a2 = written(await store.update('/a', Buffer.from('2'), a));
    const b = await create(store, '/b');
    const gone = written(await store.delete('/b', b));
    const a3 = written(await store.update('/a', Buffer.from('3'), a2));
    await store.compact(gone);
    await store.close();
    store = undefined;
    const env = await openEnvironment({ directory, durable: true, generation: 9, commitTimeoutMs: 1000 });
    assert.equal(env.compactedRevision(), gone);
    // Of /a what was current at the compaction and what is now; of /b nothing.
    assert.deepEqual([[...env.records.getKeys()].length, [...env.log.getKeys()].length], [2, 1]);
    assert.deepEqual([...env.log.getKeys()], [encodeNumber(a3)]);
    await env.close();
  });

  it('expires by the clock it was given, also what fell due while it was closed', async () => {
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

  it('leaves nothing on disk when it is ephemeral', async () => {
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
