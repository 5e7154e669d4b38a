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

  it('forgets the past by itself, and does not grow while one key is rewritten', async () => {
    store = await openEmbeddedStore({ directory, compactionIntervalMs: 40 });
    const value = Buffer.alloc(10_000, 'x');
    const first = written(await store.create('/a', value));
    let revision = first;
    const rewrite = async (rounds: number) => {
      for (let i = 0; i < rounds; i++) {
        revision = written(await (store as Store).update('/a', value, revision));
        if (i % 20 === 19) await delay(5);
      }
    };
    await rewrite(300);
    const { size } = await stat(join(directory, 'data.mdb'));
    await rewrite(900);
    const grown = (await stat(join(directory, 'data.mdb'))).size;
    assert.ok(grown < size * 1.7, `${size} bytes became ${grown}`);
    await assert.rejects(store.list('/', { revision: first }), CompactedError);
    assert.equal((await store.get('/a')).entry?.revision, revision);
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
    const before = (await readdir(tmpdir())).filter((name) => name.startsWith('pilothouse-'));
    store = await openEmbeddedStore({ ephemeral: true });
    await create(store, '/a');
    assert.deepEqual(
      (await readdir(tmpdir())).filter((name) => name.startsWith('pilothouse-')),
      before,
    );
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
