import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@pilothouse/runtime/files/until.test.helper.js';
import { supervise } from './supervise.js';

describe('supervised programs', () => {
  let directory: string;
  let log: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'supervise-'));
    log = join(directory, 'log');
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  /** Runs a script in Node until `stop`. */
  const run = (script: string, path = process.execPath) => {
    const off = new AbortController();
    const ends: [cause: string, delayMs: number][] = [];
    const done = supervise(
      { path, flags: ['-e', script], log },
      { signal: off.signal, graceMs: 100, firstDelayMs: 10, onEnd: (...end) => ends.push(end) },
    );
    const stop = async (): Promise<void> => {
      off.abort();
      await done;
    };
    return { ends, stop };
  };
  const output = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '');

  it('are started again after growing delays, and append to one log', async () => {
    const { ends, stop } = run(`console.log('up'); process.exitCode = 3`);
    await until(() => ends.length >= 3);
    await stop();
    assert.deepEqual(ends.slice(0, 3), [
      ['exit code 3', 10],
      ['exit code 3', 20],
      ['exit code 3', 40],
    ]);
    assert.match(output(), /^up\nup\nup\n/);
  });

  it('report the signal that ended them, or why they cannot start', async () => {
    const killed = run(`process.kill(process.pid, 'SIGKILL')`);
    await until(() => killed.ends.length > 0);
    await killed.stop();
    assert.equal(killed.ends[0]?.[0], 'signal SIGKILL');
    const missing = run('', join(directory, 'missing'));
    await until(() => missing.ends.length > 0);
    await missing.stop();
    assert.match(missing.ends[0]?.[0] ?? '', /ENOENT/);
  });

  it('get SIGTERM at the end, and SIGKILL if they ignore it', async () => {
    const polite = run(
      `process.on('SIGTERM', () => { console.log('bye'); process.exit() }); setInterval(() => {}, 1e3); console.log('up')`,
    );
    await until(() => output().includes('up'));
    await polite.stop();
    assert.equal(output(), 'up\nbye\n');
    assert.deepEqual(polite.ends, []);
    const deaf = run(`process.on('SIGTERM', () => console.log('no')); setInterval(() => {}, 1e3); console.log('deaf')`);
    await until(() => output().includes('deaf'));
    await deaf.stop();
    assert.match(output(), /deaf\nno\n$/);
  });
});
