import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { create } from '../conformance/support.js';
import { manifestPath, readManifest } from './manifest.js';
import { ManifestDamagedError, SegmentDamagedError } from './scrubbing.js';
import { segmentPath } from './segment.js';
import { openEmbeddedStore, type EmbeddedStore } from './store.js';

const KEYS = Array.from({ length: 12 }, (_, index) => `/key-${index}`);
const FAST = { housekeepingMs: 20, compactionIntervalMs: 0 };

const DAMAGE: Readonly<Record<string, readonly [damage: (path: string) => Promise<void>, what: RegExp]>> = {
  'a flipped bit': [flip, /segment has a wrong checksum at byte \d+ of \d+; its entries are intact in memory/],
  'a truncated file': [
    (path) => truncate(path, 100),
    /segment has (100 bytes, expected at least \d+|a wrong checksum at byte 32 of \d+); /,
  ],
  'a missing file': [(path) => rm(path), /segment is missing; /],
  'a changed header': [(path) => flip(path, 3), /segment has no valid header; /],
};

const MANIFEST_DAMAGE: Readonly<Record<string, readonly [damage: (path: string) => Promise<void>, what: RegExp]>> = {
  'a missing manifest': [(path) => rm(path), /manifest is missing; its content is intact in memory/],
  'a truncated manifest': [(path) => truncate(path, 20), /manifest has 20 bytes, expected \d+; /],
  'a flipped bit of the manifest': [(path) => flip(path, 12), /manifest differs from what was written; /],
  'a manifest of another time': [
    async (path) => writeFile(path, (await readFile(path, 'utf8')).replace('{', '{"a":1,')),
    /manifest has \d+ bytes, expected \d+; /,
  ],
};

describe('a store whose files change on the disk while it is open', () => {
  let directory: string;
  /** The damage that was reported. The store may also find a file missing that it wants to trim after its start. */
  let errors: (SegmentDamagedError | ManifestDamagedError)[];
  /** Everything else that was reported. */
  let failures: unknown[];
  let store: EmbeddedStore;

  const onError = (error: unknown): void => {
    if (error instanceof SegmentDamagedError || error instanceof ManifestDamagedError) errors.push(error);
    else failures.push(error);
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'scrub-'));
    errors = [];
    failures = [];
    // Each time it is opened, it begins a segment.
    for (const keys of [KEYS.slice(0, 4), KEYS.slice(4, 8), KEYS.slice(8)]) {
      store = await openEmbeddedStore({ directory, ...FAST, scrubMs: 0 });
      for (const key of keys) await create(store, key, key.repeat(50));
      await store.close();
    }
    store = await openEmbeddedStore({ directory, ...FAST, scrubMs: 10, onError });
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  async function logPath(): Promise<string> {
    return join(directory, (await readdir(directory)).find((name) => name.startsWith('log.')) ?? '');
  }

  /** The segments that the manifest names, in order. */
  async function segments(): Promise<string[]> {
    const log = await logPath();
    const manifest = await readManifest(log, directory);
    return manifest.segments.map(({ id }) => segmentPath(log, id));
  }

  async function assertWhole(): Promise<void> {
    const { entries } = await store.list('/');
    const found = entries.map(({ key, value }) => [key, Buffer.from(value).toString()]);
    assert.deepEqual(
      found,
      KEYS.toSorted().map((key) => [key, key.repeat(50)]),
    );
  }

  async function until(check: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await check())) await delay(10);
  }

  for (const [name, [damage, what]] of Object.entries(DAMAGE)) {
    it(`reports ${name}, counts it, serves everything, and writes the entries again`, async () => {
      const [, second = ''] = await segments();
      await damage(second);
      await until(() => store.space().damaged > 0);
      const [error] = errors;
      assert.ok(error?.message.startsWith(second), error?.message);
      assert.match(error?.message ?? '', what);
      await assertWhole();
      await until(async () => !(await segments()).includes(second));
      await store.close();
      store = await openEmbeddedStore({ directory, ...FAST, scrubMs: 10, onError });
      await assertWhole();
      await delay(100);
      assert.deepEqual([errors.length, store.space().damaged], [1, 0]);
    });
  }

  for (const [name, [damage, what]] of Object.entries(MANIFEST_DAMAGE)) {
    it(`reports ${name}, counts it, and writes the manifest again, so that a killed server starts`, async () => {
      // The store has begun its own segment, and trims those of before.
      await create(store, '/another', 'value');
      await store.delete('/another', (await store.get('/another')).entry?.revision ?? 0);
      const manifest = manifestPath(await logPath());
      const written = await readFile(manifest, 'utf8');
      await damage(manifest);
      await until(() => store.space().damaged > 0);
      assert.match(errors[0]?.message ?? '', what);
      assert.equal(await readFile(manifest, 'utf8'), written);
      await delay(50);
      assert.deepEqual([errors.length, store.space().damaged], [1, 1]);
      // A killed process leaves the files as they are.
      const killed = join(directory, '..', `${basename(directory)}-killed`);
      await cp(directory, killed, { recursive: true, filter: (path) => !/lock\.\d+$/.test(path) });
      const next = await openEmbeddedStore({ directory: killed, ...FAST });
      const { entries } = await next.list('/');
      await next.close();
      await rm(killed, { recursive: true });
      assert.equal(entries.length, KEYS.length);
      await assertWhole();
    });
  }

  it('does not acknowledge writes while the manifest cannot be written, and retries', async () => {
    await create(store, '/another', 'value');
    const manifest = manifestPath(await logPath());
    // No file replaces a directory.
    await rm(manifest);
    await mkdir(manifest);
    await until(() => store.space().damaged > 0);
    await until(() => failures.length > 1);
    assert.match(errors[0]?.message ?? '', /manifest (cannot be read|has \d+ bytes)/);
    await assert.rejects(create(store, '/refused', 'value'), /cannot write to/);
    await rm(manifest, { recursive: true });
    await until(() => create(store, '/accepted', 'value').then(Boolean, () => false));
    assert.equal(store.space().damaged, 1);
    const names = (await store.list('/')).entries.map(({ key }) => key);
    assert.ok(names.includes('/accepted') && !names.includes('/refused'), names.join());
    await readManifest(await logPath(), directory);
  });

  it('finds no damage while the manifest is replaced all the time', async () => {
    for (let round = 0; round < 20; round++) {
      await store.close();
      store = await openEmbeddedStore({ directory, ...FAST, scrubMs: 1, onError });
      await create(store, `/round-${round}`, 'x'.repeat(300_000));
      await delay(5);
    }
    assert.deepEqual(errors, []);
  });

  it('finds nothing in good files, and reads all of them again', async () => {
    await delay(150);
    assert.deepEqual(errors, []);
    const [first = ''] = await segments();
    await flip(first);
    await until(() => store.space().damaged > 0);
    await assertWhole();
  });
});

async function flip(path: string, at = 200): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
    await file.write(Buffer.of((buffer[0] ?? 0) ^ 1), 0, 1, at);
  } finally {
    await file.close();
  }
}
