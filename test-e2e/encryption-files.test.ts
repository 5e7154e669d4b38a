import assert from 'node:assert/strict';
import { join } from 'node:path';
import { configMaps } from '@pilothouse/client/core.js';
import { filesHave } from '@pilothouse/storage/embedded/raw-files.test.helper.js';
import { aesgcm, ANY, IDENTITY, Installation, MARK } from './support/encrypted-installation.js';
import { eventually } from './support/eventually.js';
import { runToEnd, type Exit } from './support/server.js';
import { createTestStorage } from './support/test-storage.js';

describe('the files of the embedded store', () => {
  let installation: Installation;
  beforeEach(async () => {
    installation = new Installation(await createTestStorage('embedded'));
  });
  afterEach(async () => {
    await installation.server.crash();
    await installation.storage.remove();
  });

  const large = (count: number) => ({ text: String(count % 10).repeat(900_000) });
  const maps = () => installation.server.client.of(configMaps).namespace('default');

  /** Makes the store compact what was before, since it keeps 64 MiB of past states at most. */
  async function fillHistory(): Promise<void> {
    for (let count = 0; count < 80; count++) await maps().patch('c0', { type: 'merge', value: { data: large(count) } });
  }

  it('hold no clear value after a migration, also if the server is killed before they are erased', async () => {
    await installation.configure(IDENTITY);
    await installation.start();
    // So much is in use that no segment is cleaned for its size.
    for (let index = 0; index < 20; index++) {
      await installation.create(`s${index}`);
      await maps().create({ metadata: { name: `c${index}` }, data: large(index) });
    }
    await installation.secrets.delete('s7');
    await installation.server.stop(ANY);
    await installation.configure(aesgcm('key1'), IDENTITY);
    await installation.start();
    await installation.migrate();
    await fillHistory();
    await installation.server.crash();
    await installation.start();
    const data = join(installation.storage.directory, 'data');
    await eventually(async () => !(await filesHave(data, Buffer.from(MARK))), 'files without a clear value');
    await installation.assertStored('k8s:enc:aesgcm:v1:key1:', 19);
    assert.ok((await maps().list()).items.length >= 20);
  });
});

describe('a backup of encrypted objects', () => {
  it('holds ciphertext', async () => {
    const installation = new Installation(await createTestStorage('embedded'));
    await installation.configure(aesgcm('key1'));
    await installation.start();
    await installation.create('a');
    const to = join(installation.storage.directory, 'backup');
    const data = `--data-dir=${join(installation.storage.directory, 'data')}`;
    const { code, err }: Exit = await runToEnd('backup', data, `--to=${to}`);
    assert.deepEqual([code, err], [0, '']);
    assert.ok(await filesHave(to, Buffer.from('k8s:enc:aesgcm:v1:key1:')));
    assert.ok(!(await filesHave(to, Buffer.from(MARK))));
    await installation.server.crash();
    await installation.storage.remove();
  });
});
