import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp, restore } from '../embedded/backup.js';
import { openEmbeddedStore } from '../embedded/store.js';
import { chainOf } from './chain.js';
import { aesGcm } from './ciphers.js';
import { identity, keyedProvider } from './providers.js';
import { createRandom } from './random.js';
import { encryptedStore } from './store.js';

const CLEAR = 'a secret in the clear';
const cipher = aesGcm(Buffer.alloc(32, 1), createRandom());
const transformer = chainOf(
  [keyedProvider('k8s:enc:aesgcm:v1:', 'AES', [{ name: 'a', cipher }]), identity],
  () => undefined,
  () => 0,
);

describe('the files of an embedded store', () => {
  let directory: string;
  const path = (...names: readonly string[]): string => join(directory, ...names);
  const openBackend = () => openEmbeddedStore({ directory: path('data', 'store') });
  const open = async () =>
    encryptedStore(await openBackend(), { prefix: '/registry', transformerOf: () => transformer });

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'encrypted-files-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function assertEncrypted(folder: string): Promise<void> {
    const found = await readdir(path(folder), { recursive: true, withFileTypes: true });
    const files = found.filter((each) => each.isFile());
    const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
    assert.ok(contents.some((content) => content.includes('k8s:enc:aesgcm:v1:a:')));
    assert.ok(contents.every((content) => !content.includes(CLEAR)));
  }

  it('hold ciphertext', async () => {
    const store = await open();
    await store.create('/secrets/a', Buffer.from(CLEAR));
    await store.close();
    await assertEncrypted('data');
  });

  it('hold ciphertext after a backup and a restore, whatever was in the clear before', async () => {
    const before = await openBackend();
    const written = await before.create('/secrets/a', Buffer.from(CLEAR));
    assert.ok(written.ok);
    await before.close();
    const store = await open();
    assert.ok((await store.update('/secrets/a', Buffer.from(CLEAR), written.revision)).ok);
    await store.close();
    await backUp({ dataDirectory: path('data'), to: path('backup') });
    await assertEncrypted('backup');
    await restore({ from: path('backup'), dataDirectory: path('restored') });
    await assertEncrypted('restored');
  });
});
