import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from './directory.js';

describe('makeDirectory', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'directory-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('creates the parents and sets the mode', async () => {
    assert.equal(await makeDirectory(join(root, 'a/b/c'), 0o700), join(root, 'a'));
    for (const path of ['a', 'a/b', 'a/b/c']) assert.equal((await stat(join(root, path))).mode & 0o777, 0o700);
  });

  it('does nothing if the directory exists', async () => {
    await makeDirectory(join(root, 'a'), 0o700);
    assert.equal(await makeDirectory(join(root, 'a'), 0o755), undefined);
    assert.equal(await makeDirectory(join(root, 'a/b'), 0o700), join(root, 'a/b'));
  });

  it('can be called concurrently', async () => {
    await Promise.all(Array.from({ length: 10 }, () => makeDirectory(join(root, 'a/b/c'), 0o700)));
    assert.ok((await stat(join(root, 'a/b/c'))).isDirectory());
  });

  it('fails below a file', async () => {
    await writeFile(join(root, 'file'), '');
    await assert.rejects(makeDirectory(join(root, 'file'), 0o700), { code: 'EEXIST' });
    await assert.rejects(makeDirectory(join(root, 'file/a/b'), 0o700), { code: 'ENOTDIR' });
  });

  it('fails below /proc', async function () {
    if (process.platform !== 'linux') this.skip();
    await assert.rejects(makeDirectory('/proc/pilothouse/a/b', 0o700), { code: 'ENOENT' });
  });
});
