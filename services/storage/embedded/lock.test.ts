import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailableError } from '../store.js';
import { outputOf, runFixture, type Fixture } from './fixtures/run.js';
import { DirectoryLockedError, lockDirectory, lockHolder } from './lock.js';
import { openEmbeddedStore } from './store.js';

describe('the lock of a data directory', () => {
  const since = new Date('2024-05-06T07:08:09Z');
  let directory = '';
  const started: Fixture[] = [];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'store-lock-'));
  });

  afterEach(async () => {
    for (const fixture of started.splice(0)) fixture.kill('SIGKILL');
    await rm(directory, { recursive: true });
  });

  it('names the current holder', async () => {
    const lock = await lockDirectory(directory, 'https://localhost:6443', since);
    await assert.rejects(lockDirectory(directory, 'another', new Date()), (error) => {
      assert.ok(error instanceof DirectoryLockedError);
      const { pid, description } = error.holder;
      assert.deepEqual(
        [pid, description, error.holder.since],
        [process.pid, 'https://localhost:6443', '2024-05-06T07:08:09.000Z'],
      );
      const text = `${directory} is in use by process ${pid} (https://localhost:6443) since 2024-05-06T07:08:09.000Z`;
      assert.equal(error.message, text);
      return true;
    });
    await lock.release();
  });

  it('passes to the next process after release, with a higher generation', async () => {
    const first = await lockDirectory(directory, '', since);
    await first.release();
    const second = await lockDirectory(directory, '', since);
    assert.ok(second.generation > first.generation);
    await second.release();
    assert.deepEqual(await readdir(directory), [`lock.${second.generation}`]);
  });

  it('passes to exactly one of many concurrent requests', async () => {
    for (let round = 0; round < 10; round++) {
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, (_, i) => lockDirectory(directory, `${i}`, since)),
      );
      const held = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      assert.equal(held.length, 1);
      await held[0]?.release();
    }
  });

  const places: readonly (readonly [
    what: string,
    make: (path: string) => Promise<unknown>,
    isHeld: boolean,
    changeLock?: (lock: Record<string, unknown>) => void,
  ])[] = [
    ['a copy', (path) => cp(directory, path, { recursive: true }), false],
    [
      'a copy with the lock of an earlier release',
      (path) => cp(directory, path, { recursive: true }),
      true,
      withoutPlace,
    ],
    ['a symbolic link to the directory', (path) => symlink(directory, path), true],
    ['the renamed directory', (path) => rename(directory, path), true],
  ];
  for (const [what, make, isHeld, changeLock] of places) {
    it(`${isHeld ? 'holds' : 'does not hold'} ${what}`, async () => {
      const lock = await lockDirectory(directory, '', since);
      const file = join(directory, 'lock.1');
      if (changeLock !== undefined) {
        const content = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
        changeLock(content);
        await writeFile(file, JSON.stringify(content));
      }
      const other = `${directory}-other`;
      await make(other);
      try {
        assert.equal((await lockHolder(other))?.pid, isHeld ? process.pid : undefined);
        if (isHeld) await assert.rejects(lockDirectory(other, '', since), DirectoryLockedError);
        else await (await lockDirectory(other, '', since)).release();
      } finally {
        if (what === 'the renamed directory') await rename(other, directory);
        else await rm(other, { recursive: true });
      }
      assert.equal((await lockHolder(directory))?.pid, process.pid);
      await lock.release();
      assert.equal(await lockHolder(directory), undefined);
    });
  }

  it('passes to exactly one of several processes after its holder was killed', async () => {
    const [holder] = start(1);
    assert.ok(holder !== undefined);
    assert.equal(await firstLine(holder), 'held');
    await assert.rejects(openEmbeddedStore({ directory }), (error) => {
      assert.ok(error instanceof DirectoryLockedError);
      assert.deepEqual([error.holder.pid, error.holder.description], [holder.pid, 'the holder']);
      return true;
    });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const lines = await Promise.all(start(3).map(firstLine));
    assert.deepEqual(lines.sort(), ['DirectoryLockedError', 'DirectoryLockedError', 'held']);
  }).timeout(30_000);

  it('fences a live holder that was taken for dead', async () => {
    const store = await openEmbeddedStore({ directory });
    const written = await store.create('/a', Buffer.from('v'));
    assert.ok(written.ok);
    // Simulates a lock file from another boot.
    await rm(join(directory, 'lock.1'));
    const stale = join(directory, 'lock.5');
    await writeFile(stale, '{"released":true}');
    const [thief] = start(1);
    assert.ok(thief !== undefined);
    assert.equal(await firstLine(thief), 'held');
    await assert.rejects(store.create('/b', Buffer.from('v')), (error) => {
      assert.ok(error instanceof StoreUnavailableError);
      assert.equal(error.outcomeUnknown, false);
      assert.match(error.message, /taken over by another process/);
      return true;
    });
    await store.close();
    assert.deepEqual(
      (await readdir(directory)).filter((name) => name.startsWith('lock.')),
      ['lock.6'],
    );
  }).timeout(30_000);

  function start(count: number): Fixture[] {
    const fixtures = Array.from({ length: count }, () => runFixture('holder', [directory]));
    started.push(...fixtures);
    return fixtures;
  }

  async function firstLine(fixture: Fixture): Promise<string> {
    let text = '';
    for await (const chunk of fixture.stdout.iterator({ destroyOnReturn: false })) {
      text += String(chunk);
      if (text.includes('\n')) break;
    }
    return text.trim();
  }
});

function withoutPlace(lock: Record<string, unknown>): void {
  delete lock['place'];
}

describe('an embedded store on a full disk', () => {
  it('reports a full disk, keeps its data, and continues to serve reads', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'store-full-'));
    try {
      const output = await outputOf(runFixture('filler', [directory], 'trap "" XFSZ; ulimit -f 4000;'));
      const [failed = '', after = ''] = output.split('\n');
      const { count, known, text } = JSON.parse(failed) as { count: number; known: boolean; text: string };
      assert.ok(count > 5 && known, failed);
      assert.match(text, /^StoreFullError: the store is out of space: the next segment cannot be created: EFBIG/);
      assert.deepEqual(JSON.parse(after), { entries: count, revision: count + 1 });
    } finally {
      await rm(directory, { recursive: true });
    }
  }).timeout(30_000);
});
