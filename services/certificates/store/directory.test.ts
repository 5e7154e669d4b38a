import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { directoryStore, removeCutOff } from './directory.js';
import { withLock } from './lock.js';

describe('things as files', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'certificates-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  const files = (): Record<string, string> =>
    Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));

  it('have names that tell what they are, and are readable by their owner alone where they are secret', async () => {
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

  it('are removed one by one, and written only where they are others', async () => {
    const store = directoryStore(directory);
    await store.write('key', 'sa', { 'sa.key': 'k', 'sa.pub': 'p', 'next.key': 'n' });
    utimesSync(join(directory, 'sa.key'), 1, 1);
    await store.write('key', 'sa', { 'sa.key': 'k', 'sa.pub': 'q' });
    assert.deepEqual(files(), { 'sa.key': 'k', 'sa.pub': 'q' });
    assert.equal(statSync(join(directory, 'sa.key')).mtimeMs, 1000);
  });

  it('are not there, or cannot be read', async () => {
    const store = directoryStore(directory);
    assert.equal(await store.read('certificate', 'web'), undefined);
    assert.equal(await directoryStore(join(directory, 'none')).read('certificate', 'web'), undefined);
    writeFileSync(join(directory, 'a'), '');
    await assert.rejects(directoryStore(join(directory, 'a')).read('key', 'sa'), /sa\S* cannot be read: ENOTDIR/);
  });

  it('are cleared of what writes that were cut off have left', async () => {
    const left = ['.web.key.0123456789ab', '.admin.kubeconfig.0123456789ab'];
    const others = ['.lock.1', 'web.key', '.web.key.orig', 'x.0123456789ab'];
    for (const name of [...left, ...others]) writeFileSync(join(directory, name), '');
    await removeCutOff(directory);
    assert.deepEqual(readdirSync(directory).sort(), [...others].sort());
  });

  describe('are written', () => {
    /** A clock for those who wait: it goes on with every look, so that nothing depends on how fast this machine is. */
    const looks = (): (() => number) => {
      let count = 0;
      return () => count++;
    };
    const { signal } = new AbortController();
    const lock = <T>(work: () => Promise<T>, patience = 1000): Promise<T> =>
      withLock({ directory, now: looks(), signal, patience }, work);
    /** Does something that takes a while; tells how many did so at once. */
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

    it('by one run at a time', async () => {
      const { work, counts } = counter();
      await Promise.all([1, 2, 3, 4].map(() => lock(work)));
      assert.deepEqual([counts(), Object.values(files())], [{ most: 1, done: 4 }, ['free\n']]);
    });

    it('after one that was killed, when it has given no sign of life for long enough', async () => {
      writeFileSync(join(directory, '.lock.7'), '');
      utimesSync(join(directory, '.lock.7'), 2 ** 31, 2 ** 31);
      const { work, counts } = counter();
      await Promise.all([1, 2, 3].map(() => lock(work, 4)));
      assert.deepEqual([counts().done, files()], [3, { '.lock.10': 'free\n' }]);
    });

    it('not before one that lives has done', async () => {
      const order: string[] = [];
      const first = withLock({ directory, now: Date.now, signal, patience: 50 }, async () => {
        await delay(300);
        order.push('first');
      });
      while (readdirSync(directory).length === 0) await delay(1);
      await lock(async () => void order.push('second'), 20);
      await first;
      assert.deepEqual(order, ['first', 'second']);
    });

    it('in a directory that is made, closed to others', async () => {
      rmSync(directory, { recursive: true });
      await lock(async () => assert.equal(statSync(directory).mode & 0o777, 0o700));
    });

    it('by nobody who has been told to stop', async () => {
      writeFileSync(join(directory, '.lock.1'), '');
      const stop = new AbortController();
      const waiting = withLock({ directory, now: looks(), signal: stop.signal, patience: 1e9 }, () =>
        assert.fail('it had the lock'),
      );
      setTimeout(() => stop.abort(), 5);
      await assert.rejects(waiting, { name: 'AbortError' });
    });
  });
});
