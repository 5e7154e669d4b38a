import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isOutage } from '@pilothouse/runtime/logging/outage.js';
import { openEncryption } from './encryption.js';
import { silentObserver } from './observer.test.helper.js';
import { isExposed } from './transformer.js';

describe('the encryption of a configuration file', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'encryption-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('counts reloads, and tells which stored values are in the clear by the configuration in use', async () => {
    const path = join(directory, 'encryption.yaml');
    const configure = async (...providers: string[]): Promise<void> => {
      const rule = `- resources: [secrets]\n  providers: [${providers.join(', ')}]\n`;
      await writeFile(`${path}.new`, `apiVersion: example.com/v1\nkind: EncryptionConfiguration\nresources:\n${rule}`);
      await rename(`${path}.new`, path);
    };
    const aesgcm = `{aesgcm: {keys: [{name: a, secret: ${Buffer.alloc(32).toString('base64')}}]}}`;
    await configure('{identity: {}}');
    const problems: unknown[] = [];
    const encryption = await openEncryption({
      path,
      apiVersion: 'example.com/v1',
      reloads: true,
      observer: silentObserver,
      clock: () => 0,
      onError: (error) => void problems.push(error),
      onReloaded: () => undefined,
      interval: 5,
    });
    try {
      const values = ['{"kind":"Secret"}', 'k8s:enc:aesgcm:v1:a:...', 'k8s:enc:secretbox:v1:b:...'];
      const exposed = (resource: string): string[] => {
        const transformer = encryption.transformerOf({ group: '', resource });
        return values.filter((value) => isExposed(Buffer.from(value), () => transformer));
      };
      assert.deepEqual([encryption.version(), exposed('secrets')], [0, []]);
      await configure(aesgcm, '{identity: {}}');
      while (encryption.version() === 0) await delay(5);
      assert.deepEqual([exposed('secrets'), exposed('pods')], [values.slice(0, 1), []]);
      assert.equal(problems.length, 0);
      await configure('{identity: {}, typo: {}}');
      while (problems.length === 0) await delay(5);
      const [problem] = problems;
      assert.ok(problem instanceof Error && isOutage(problem));
      assert.equal(problem.message.split('error while parsing file').length, 2);
      assert.equal(encryption.version(), 1);
    } finally {
      encryption.close();
    }
  });
});
