import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryStore, removeTemporaryFiles } from './directory.js';

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
});
