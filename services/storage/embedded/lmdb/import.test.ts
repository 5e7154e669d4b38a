import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { CompactedError } from '../../store.js';
import { backUp, restore, RESTORE_GAP } from '../backup.js';
import { StoreDamagedError } from '../damage.js';
import { openEmbeddedStore } from '../store.js';
import { numberBytes, recordKey } from './read.js';

type Change = readonly [key: string, value: string | undefined, expiresAt?: number];

describe('a store in the LMDB format', () => {
  const changes: readonly Change[] = [
    ['/a', 'old'],
    ['/b', 'gone'],
    ['/a', 'new'],
    ['/b', undefined],
    ['/lease', 'short', 2_000_000],
    ['/é', 'last'],
  ];
  let root = '';
  const path = (...names: readonly string[]): string => join(root, ...names);

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'former-'));
    await writeLmdbStore(path('data', 'store'), changes);
  });
  after(() => rm(root, { recursive: true }));

  it('is imported once, and its files are kept', async () => {
    const directory = path('imported', 'store');
    await cp(path('data', 'store'), directory, { recursive: true });
    for (let round = 0; round < 2; round++) {
      const store = await openEmbeddedStore({ directory, now: () => 1_000_000 });
      const { entries, revision } = await store.list('/');
      assert.deepEqual(
        entries.map(({ key, value, revision: at }) => [key, Buffer.from(value).toString(), at]),
        [
          ['/a', 'new', 4],
          ['/lease', 'short', 6],
          ['/é', 'last', 7],
        ],
      );
      assert.equal(revision, 7);
      await assert.rejects(store.list('/', { revision: 3 }), CompactedError);
      await store.close();
    }
    const names = await readdir(directory);
    assert.deepEqual(names.filter((name) => !name.startsWith('l')).sort(), ['former-lmdb', 'reserve']);
    assert.deepEqual((await readdir(path('imported', 'store', 'former-lmdb'))).sort(), ['data.mdb', 'lock.mdb']);
    const later = await openEmbeddedStore({ directory, now: () => 2_000_001 });
    while ((await later.get('/lease')).entry !== undefined) await new Promise((done) => setTimeout(done, 5));
    await later.close();
  });

  it('can be backed up and restored', async () => {
    assert.deepEqual(await backUp({ dataDirectory: path('data'), to: path('copy') }), { objects: 3, revision: 7 });
    const restored = { objects: 3, revision: 7 + RESTORE_GAP };
    for (const from of ['data', 'copy']) {
      assert.deepEqual(await restore({ from: path(from), dataDirectory: path(`from ${from}`) }), restored);
    }
  });

  const damages: readonly (readonly [what: string, damage: (file: string) => Promise<void>])[] = [
    ['empty', (file) => truncate(file, 0)],
    ['truncated', (file) => truncate(file, 9000)],
    ['something else', (file) => writeFile(file, Buffer.alloc(20_000, 'not a database'))],
  ];
  for (const [what, damage] of damages) {
    it(`is reported as damaged when its file is ${what}`, async () => {
      const directory = path(what, 'store');
      await cp(path('data', 'store'), directory, { recursive: true });
      await damage(join(directory, 'data.mdb'));
      await assert.rejects(openEmbeddedStore({ directory }), StoreDamagedError);
    });
  }
});

/** Writes the changes from revision 2 on in the LMDB format. */
async function writeLmdbStore(directory: string, changes: readonly Change[]): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'lock.3'), '{"released":true}');
  const root = open({ path: directory, noSubdir: false, maxDbs: 4, overlappingSync: false });
  const binary = { keyEncoding: 'binary', encoding: 'binary' } as const;
  const records = root.openDB<Buffer, Buffer>('records', binary);
  const log = root.openDB<Buffer, Buffer>('log', binary);
  const expiries = root.openDB<Buffer, Buffer>('expiries', binary);
  const meta = root.openDB<Buffer, string>('meta', { encoding: 'binary', useVersions: true });
  await meta.put('format', numberBytes(1), 3);
  for (const [index, [key, value, expiresAt]] of changes.entries()) {
    const [bytes, isDeletion, revision] = [Buffer.from(key), value === undefined, index + 2];
    await records.put(recordKey(bytes, revision, isDeletion), Buffer.from(value ?? ''));
    await log.put(numberBytes(revision), Buffer.concat([Buffer.of(isDeletion ? 1 : 0), bytes]));
    if (expiresAt !== undefined) {
      await expiries.put(Buffer.concat([numberBytes(expiresAt), numberBytes(revision)]), bytes);
    }
  }
  await root.close();
}
