import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { directoryStore, removeTemporaryFiles } from './directory.js';
import { withLock } from './lock.js';

describe('directoryStore', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'certificates-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  const files = (): Record<string, string> =>
    Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));

  it('names the files, and makes secret ones readable by their owner only', async () => {
    const store = directoryStore(directory);
    const tls = { 'tls.crt': 'c', 'tls.key': 'k', 'ca.crt': 'b' };
    await store.write('authority', 'ca', { ...tls, 'next.crt': 'n', 'next.key': 'o', 'next.since': 's' });
    await store.write('certificate', 'web', tls);
    await store.write('key', 'sa', { 'sa.key': 'k', 'sa.pub': 'p' });
    await store.write('kubeconfig', 'admin', { kubeconfig: 'y' });
    assert.deepEqual(files(), {
      'admin.kubeconfig': 'y',
      'ca-bundle.crt': 'b',
      'ca-next.crt': 'n',
      'ca-next.key': 'o',
      'ca-next.since': 's',
      'ca.crt': 'c',
      'ca.key': 'k',
      'sa.key': 'k',
      'sa.pub': 'p',
      'web-bundle.crt': 'b',
      'web.crt': 'c',
      'web.key': 'k',
    });
    const secret = readdirSync(directory).filter((name) => statSync(join(directory, name)).mode % 0o100 === 0);
    assert.deepEqual(secret, ['admin.kubeconfig', 'ca-next.key', 'ca.key', 'sa.key', 'web.key']);
    assert.deepEqual((await store.read('certificate', 'web'))?.entries, tls);
  });

  it('writes and removes only files that differ', async () => {
    const store = directoryStore(directory);
    await store.write('key', 'sa', { 'sa.key': 'k', 'sa.pub': 'p', 'next.key': 'n' });
    utimesSync(join(directory, 'sa.key'), 1, 1);
    await store.write('key', 'sa', { 'sa.key': 'k', 'sa.pub': 'q' });
    assert.deepEqual(files(), { 'sa.key': 'k', 'sa.pub': 'q' });
    assert.equal(statSync(join(directory, 'sa.key')).mtimeMs, 1000);
  });

  it('reports missing and unreadable files', async () => {
    const store = directoryStore(directory);
    assert.equal(await store.read('certificate', 'web'), undefined);
    assert.equal(await directoryStore(join(directory, 'none')).read('certificate', 'web'), undefined);
    writeFileSync(join(directory, 'a'), '');
    await assert.rejects(directoryStore(join(directory, 'a')).read('key', 'sa'), /sa\S* cannot be read: ENOTDIR/);
  });

  it('removes temporary files of interrupted writes', async () => {
    const left = ['.web.key.0123456789ab', '.admin.kubeconfig.0123456789ab'];
    const others = ['.lock.1', 'web.key', '.web.key.orig', 'x.0123456789ab'];
    for (const name of [...left, ...others]) writeFileSync(join(directory, name), '');
    await removeTemporaryFiles(directory);
    assert.deepEqual(readdirSync(directory).sort(), [...others].sort());
  });

  describe('lock', () => {
    /** A clock that advances with each call, so that the test does not depend on the speed of the machine. */
    const clock = (): (() => number) => {
      let count = 0;
      return () => count++;
    };
    const { signal } = new AbortController();
    const lock = <T>(work: () => Promise<T>, staleAfter = 1000): Promise<T> =>
      withLock({ directory, now: clock(), signal, staleAfter }, work);
    /** Does slow work. Returns the greatest number of concurrent callers. */
    const counter = () => {
      let [inside, most, done] = [0, 0, 0];
      const work = async (): Promise<void> => {
        most = Math.max(most, ++inside);
        await delay(2);
        inside--;
        done++;
      };
      return { work, counts: () => ({ most, done }) };
    };

    it('admits one run at a time', async () => {
      const { work, counts } = counter();
      await Promise.all([1, 2, 3, 4].map(() => lock(work)));
      assert.deepEqual([counts(), Object.values(files())], [{ most: 1, done: 4 }, ['free\n']]);
    });

    it('is taken over from a killed run when its heartbeat has stopped', async () => {
      writeFileSync(join(directory, '.lock.7'), '');
      utimesSync(join(directory, '.lock.7'), 2 ** 31, 2 ** 31);
      const { work, counts } = counter();
      await Promise.all([1, 2, 3].map(() => lock(work, 4)));
      assert.deepEqual([counts().done, files()], [3, { '.lock.10': 'free\n' }]);
    });

    it('is not taken over from a live run', async () => {
      const order: string[] = [];
      const first = withLock({ directory, now: Date.now, signal, staleAfter: 50 }, async () => {
        await delay(300);
        order.push('first');
      });
      while (readdirSync(directory).length === 0) await delay(1);
      await lock(async () => void order.push('second'), 20);
      await first;
      assert.deepEqual(order, ['first', 'second']);
    });

    it('creates its directory for the owner only', async () => {
      rmSync(directory, { recursive: true });
      await lock(async () => assert.equal(statSync(directory).mode & 0o777, 0o700));
    });

    it('is not acquired after an abort', async () => {
      writeFileSync(join(directory, '.lock.1'), '');
      const stop = new AbortController();
      const waiting = withLock({ directory, now: clock(), signal: stop.signal, staleAfter: 1e9 }, () =>
        assert.fail('the lock was acquired'),
      );
      setTimeout(() => stop.abort(), 5);
      await assert.rejects(waiting, { name: 'AbortError' });
    });
  });
});
