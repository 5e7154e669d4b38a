import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { MAIN } from './support/server.js';

const DEADLINE = 180_000;
const OBJECTS = 60_000;
/** A backup that takes this many milliseconds, with the start of the program, shows progress. */
const LONG = 5000;

/** Returns to the start of the line and clears it. */
const CLEAR = '\r\x1b[K';

/** Runs the command in a terminal of `script`. `onStart` may write keys. */
async function inTerminal(
  args: readonly string[],
  {
    environment = {},
    onStart,
  }: { environment?: Record<string, string>; onStart?: (key: (text: string) => void) => Promise<void> },
): Promise<{ code: number | null; shown: string }> {
  const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
  const command = [process.execPath, MAIN, ...args].map(quote).join(' ');
  const env = { PATH: process.env['PATH'], TERM: 'xterm', ...environment };
  const child = spawn('script', ['-qec', `stty cols 70; exec ${command}`, '/dev/null'], { env, timeout: DEADLINE });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  await onStart?.((key) => void child.stdin.write(key));
  await once(child.stdout, 'end');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { code: child.exitCode, shown };
}

describe('progress and colours', () => {
  let directory: string;
  const path = (name: string): string => join(directory, name);
  before(async function () {
    this.timeout(DEADLINE);
    directory = await mkdtemp(join(tmpdir(), 'progress-'));
    const store = await openEmbeddedStore({ directory: path('data/store') });
    const value = Buffer.alloc(2000, 'x');
    const keys = Array.from({ length: OBJECTS }, (_, index) => `/registry/configmaps/default/c${index}`);
    for (let at = 0; at < OBJECTS; at += 1000) {
      await Promise.all(keys.slice(at, at + 1000).map((key) => store.create(key, value)));
    }
    await store.close();
  });
  after(() => rm(directory, { recursive: true, force: true }));

  const backup = (to: string): string[] => ['backup', `--data-dir=${path('data')}`, `--to=${path(to)}`];

  it('are a bar in a terminal, which is gone at the end', async () => {
    const start = performance.now();
    const { code, shown } = await inTerminal(backup('a'), {});
    assert.equal(code, 0, shown);
    const bars = shown.split(CLEAR).filter((line) => /\[#*-*\] /.test(line));
    if (performance.now() - start > LONG) assert.ok(bars.length > 0, shown);
    assert.ok(
      bars.every((bar) => bar.length < 70),
      bars.join('\n'),
    );
    const last = shown.split(CLEAR).at(-1) ?? '';
    assert.ok(last.startsWith(`Wrote ${path('a')}: ${OBJECTS} objects, revision `), shown);
  }).timeout(DEADLINE);

  it('are gone after Ctrl-C, and so is the unfinished copy', async () => {
    const copies = async (): Promise<string[]> =>
      (await readdir(directory)).filter((name) => name.startsWith('b') || name.startsWith('.b'));
    const { code, shown } = await inTerminal(backup('b'), {
      async onStart(key) {
        while ((await copies()).length === 0) await pause(5);
        key('\x03');
      },
    });
    assert.equal(code, 1, shown);
    // The terminal shows the key itself.
    const last = (shown.split(CLEAR).at(-1) ?? '').replace(/^\^C/, '').trimEnd();
    assert.equal(last, `Stopped. ${path('b')} was not created.`);
    assert.deepEqual(await copies(), []);
  }).timeout(DEADLINE);

  it('are absent with TERM=dumb, and colours with NO_COLOR', async () => {
    const { code, shown } = await inTerminal(backup('c'), { environment: { TERM: 'dumb' } });
    assert.equal(code, 0);
    assert.equal(shown.includes('\x1b'), false, shown);
    const wrong = (environment: Record<string, string>) => inTerminal(['backup', '--bogus'], { environment });
    assert.ok((await wrong({})).shown.startsWith('\x1b[31merror:\x1b[0m unknown option'));
    assert.match((await wrong({ NO_COLOR: '1' })).shown, /^error: unknown option/);
  }).timeout(DEADLINE);

  it('are no part of a file, and the result can be JSON', async () => {
    const child = spawn(process.execPath, [MAIN, ...backup('d'), '--output=json'], { timeout: DEADLINE });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    assert.equal(err.includes('\x1b'), false, err);
    const { directory: to, objects, revision } = JSON.parse(out) as Record<string, unknown>;
    assert.deepEqual([to, objects, typeof revision], [path('d'), OBJECTS, 'number']);
  }).timeout(DEADLINE);
});
