import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { create, written } from '../conformance/support.js';
import { filesHave } from './raw-files.test.helper.js';
import { openEmbeddedStore, type EmbeddedStore } from './store.js';

const CLEAR = 'a value in the clear';
const SEALED = 'ciphertext';
/** No cleaning while a test prepares its segments. */
const NEVER_MS = 1_000_000;

describe('values that must be erased', () => {
  let directory: string;
  let store: EmbeddedStore;
  let version: number;
  let areClearAllowed: boolean;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'erasure-'));
    version = 0;
    areClearAllowed = false;
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  async function open(housekeepingMs = 5): Promise<void> {
    store = await openEmbeddedStore({
      directory,
      housekeepingMs,
      compactionIntervalMs: 0,
      onError: (error) => assert.fail(String(error)),
      erasure: {
        concerns: (_key, value) => !areClearAllowed && Buffer.from(value).toString().startsWith(CLEAR),
        version: () => version,
      },
    });
  }

  const isExposed = (): Promise<boolean> => filesHave(directory, Buffer.from(CLEAR));
  const until = async (check: () => Promise<boolean>): Promise<void> => {
    while (!(await check())) await delay(5);
  };
  const isErased = async (): Promise<boolean> => !(await isExposed());
  const compact = async (): Promise<void> => store.compact(await store.currentRevision());

  async function assertHolds(expected: Readonly<Record<string, string>>): Promise<void> {
    const { entries } = await store.list('/');
    assert.deepEqual(
      Object.fromEntries(entries.map(({ key, value }) => [key, Buffer.from(value).toString()])),
      expected,
    );
  }

  it('stay while a past state has them, and leave the files at its compaction, whatever else is in their segment', async () => {
    await open();
    await create(store, '/kept', SEALED);
    const updated = await create(store, '/updated', CLEAR);
    const deleted = await create(store, '/deleted', `${CLEAR}, deleted later`);
    await store.compact(deleted);
    written(await store.update('/updated', Buffer.from(SEALED), updated));
    written(await store.delete('/deleted', deleted));
    const last = await create(store, '/last', SEALED);
    await delay(50);
    assert.ok(await isExposed());
    const before = await store.list('/', { revision: deleted });
    assert.equal(before.entries.length, 3);
    await compact();
    await until(isErased);
    const expected = { '/kept': SEALED, '/last': SEALED, '/updated': SEALED };
    await assertHolds(expected);
    await store.close();
    await open();
    await assertHolds(expected);
    assert.equal(await store.currentRevision(), last);
  });

  it('leave the files when they are recognized only after they were deleted', async () => {
    areClearAllowed = true;
    await open();
    await create(store, '/kept', SEALED);
    written(await store.delete('/a', await create(store, '/a', CLEAR)));
    await compact();
    await delay(50);
    assert.ok(await isExposed());
    areClearAllowed = false;
    version += 1;
    await until(isErased);
    await assertHolds({ '/kept': SEALED });
  });

  it('leave the files after a start that recognizes them', async () => {
    areClearAllowed = true;
    await open();
    await create(store, '/kept', SEALED);
    written(await store.update('/a', Buffer.from(SEALED), await create(store, '/a', CLEAR)));
    await compact();
    await store.close();
    areClearAllowed = false;
    await open();
    await until(isErased);
    await assertHolds({ '/a': SEALED, '/kept': SEALED });
  });

  it('do not bring a deleted entry back that a past state needed while they were erased', async () => {
    const segments = async (): Promise<string[]> => {
      const log = join(directory, (await readdir(directory)).find((name) => name.startsWith('log.')) ?? '');
      return (await readdir(log)).filter((name) => name.endsWith('.segment'));
    };
    const ends = async (segment: string): Promise<void> => until(async () => !(await segments()).includes(segment));
    await open(NEVER_MS);
    const [first] = [await create(store, '/first', CLEAR)];
    const gone = await create(store, '/gone', SEALED);
    const [firstSegment = ''] = (await segments()).sort();
    await store.close();

    await open(NEVER_MS);
    written(await store.update('/first', Buffer.from(SEALED), first));
    const second = await create(store, '/second', CLEAR);
    await compact();
    written(await store.delete('/gone', gone));
    const [, secondSegment = ''] = (await segments()).sort();
    await store.close();

    // The cleaner copies the past version of /gone.
    await open();
    await ends(firstSegment);
    written(await store.update('/second', Buffer.from(SEALED), second));
    await compact();
    // Its deletion goes with this segment.
    await ends(secondSegment);
    await store.close();
    await open();
    await assertHolds({ '/first': SEALED, '/second': SEALED });
  });
});
