import assert from 'node:assert/strict';
import { mkdtemp, open, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { create } from '../conformance/support.js';
import { readManifest } from './manifest.js';
import { SegmentDamagedError } from './scrubbing.js';
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

describe('a store whose files change on the disk while it is open', () => {
  let directory: string;
  /** The damage that was reported. The store may also find a file missing that it wants to trim after its start. */
  let errors: SegmentDamagedError[];
  let store: EmbeddedStore;

  const onError = (error: unknown): void => {
    if (error instanceof SegmentDamagedError) errors.push(error);
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'scrub-'));
    errors = [];
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

  /** The segments that the manifest names, in order. */
  async function segments(): Promise<string[]> {
    const log = join(directory, (await readdir(directory)).find((name) => name.startsWith('log.')) ?? '');
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
