import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from './directory.js';

describe('a directory that is made', () => {
  let place: string;
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'directory-'));
  });
  afterEach(() => rm(place, { recursive: true }));

  it('has its parents, and the mode', async () => {
    assert.equal(await makeDirectory(join(place, 'a/b/c'), 0o700), join(place, 'a'));
    for (const path of ['a', 'a/b', 'a/b/c']) assert.equal((await stat(join(place, path))).mode & 0o777, 0o700);
  });

  it('is nothing new where it is there', async () => {
    await makeDirectory(join(place, 'a'), 0o700);
    assert.equal(await makeDirectory(join(place, 'a'), 0o755), undefined);
    assert.equal(await makeDirectory(join(place, 'a/b'), 0o700), join(place, 'a/b'));
  });

  it('can be made by several at once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => makeDirectory(join(place, 'a/b/c'), 0o700)));
    assert.ok((await stat(join(place, 'a/b/c'))).isDirectory());
  });

  it('cannot be made below a file', async () => {
    await writeFile(join(place, 'file'), '');
    await assert.rejects(makeDirectory(join(place, 'file'), 0o700), { code: 'EEXIST' });
    await assert.rejects(makeDirectory(join(place, 'file/a/b'), 0o700), { code: 'ENOTDIR' });
  });

  it('cannot be made below /proc', async function () {
    if (process.platform !== 'linux') this.skip();
    await assert.rejects(makeDirectory('/proc/pilothouse/a/b', 0o700), { code: 'ENOENT' });
  });
});
