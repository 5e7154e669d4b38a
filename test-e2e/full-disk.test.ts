import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** A mount namespace in which the test may mount: as root, or with a user namespace. */
const UNSHARE = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'])];

describe('a server on a small disk', () => {
  it('rejects writes that do not fit, loses none, and accepts writes again, twenty times', async function () {
    try {
      execFileSync('unshare', [...UNSHARE, 'true'], { stdio: 'ignore' });
    } catch {
      this.skip();
    }
    const directory = await mkdtemp(join(tmpdir(), 'small-disk-'));
    try {
      const file = fileURLToPath(new URL(`./support/small-disk${extname(import.meta.url)}`, import.meta.url));
      const node = [process.execPath, ...process.execArgv, file, directory, '20'];
      const child = spawn('unshare', [...UNSHARE, ...node], { stdio: ['ignore', 'pipe', 'pipe'] });
      const [out, err] = [text(child.stdout), text(child.stderr)];
      const [code] = (await once(child, 'exit')) as [number];
      assert.equal(code, 0, `${await out}${await err}`);
      const { written, refused, deleted, kills } = JSON.parse(await out) as Record<string, number>;
      assert.ok(written !== undefined && deleted !== undefined && written > 500 && deleted > 400, await out);
      assert.deepEqual({ refused, kills }, { refused: 80, kills: 10 });
    } finally {
      await rm(directory, { recursive: true });
    }
  }).timeout(300_000);
});
