import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomically } from './atomic.js';

describe('writeFileAtomically', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'atomic-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('creates parent directories and leaves no other files', async () => {
    const path = join(directory, 'a', 'b', 'file');
    await writeFileAtomically(path, 'text', { mode: 0o600 });
    assert.equal(readFileSync(path, 'utf8'), 'text');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(join(directory, 'a')).mode & 0o777, 0o700);
    assert.deepEqual(readdirSync(join(directory, 'a', 'b')), ['file']);
  });

  it('replaces a file and its mode', async () => {
    const path = join(directory, 'file');
    writeFileSync(path, 'a longer text than the new one');
    chmodSync(path, 0o644);
    await writeFileAtomically(path, 'new', { mode: 0o600 });
    assert.equal(readFileSync(path, 'utf8'), 'new');
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it('leaves no temporary file on failure', async () => {
    mkdirSync(join(directory, 'file', 'in the way'), { recursive: true });
    await assert.rejects(writeFileAtomically(join(directory, 'file'), 'text', { mode: 0o600 }));
    assert.deepEqual(readdirSync(directory), ['file']);
  });
});
