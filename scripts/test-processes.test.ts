import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from './house/sources.js';
import type * as Running from './running-tests.mjs';

const { DIRECTORY, endHungFiles, HOOKS } = (await import(join(ROOT, 'scripts/running-tests.mjs'))) as typeof Running;

describe("mocha's processes", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'test-processes-'));
    await mkdir(join(directory, 'running'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** Runs a file of tests as `npm test` does. Returns the output. */
  async function run(tests: string): Promise<string> {
    const file = join(directory, 'a.test.mjs');
    await writeFile(file, tests);
    const args = [
      join(ROOT, 'node_modules/mocha/bin/mocha.js'),
      '--no-config',
      '--parallel',
      '--jobs=2',
      ...HOOKS,
      file,
    ];
    const env = { ...process.env, [DIRECTORY]: join(directory, 'running') };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return output;
  }

  it('report errors with objects that are reachable in very many ways', async () => {
    const output = await run(`
      const graph = () => { let all = {}; for (let depth = 0; depth < 50; depth++) all = { a: all, b: all }; return all; };
      it('fails', () => { throw Object.assign(new Error('so', { cause: new Error('why') }), { graph: graph() }); });
      describe('in a suite', () => {
        before(() => { throw Object.assign(new Error('before'), { actual: 1, expected: 2, graph: graph() }); });
        it('does not begin', () => {});
      });
    `);
    assert.match(output, /2 failing[^]*Error: so\n[^]*Caused by: Error: why\n[^]*Error: before\n[^]*-1\n +\+2\n/);
  }).timeout(60_000);

  it('are ended when a file of tests blocks them, which is named with its test', async () => {
    const hung: string[] = [];
    const stop = endHungFiles(join(directory, 'running'), (about) => hung.push(about), 1_000);
    await run(`
      it('fails', () => { throw new Error('so'); });
      it('blocks', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); });
    `);
    stop();
    assert.equal(hung.length, 1);
    assert.match(hung.join(), /a\.test\.mjs has run for .*, and is in: blocks\n {2}failed before: fails: so$/);
  }).timeout(60_000);
});
