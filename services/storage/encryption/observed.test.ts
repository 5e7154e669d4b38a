import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEncryption, type Built } from './build.js';
import type { EncryptionConfiguration, ProviderConfiguration } from './configuration-types.js';
import { startTestPlugin } from './kms/plugin.test.helper.js';
import { silentObserver } from './observer.test.helper.js';
import { createRandom } from './random.js';

const key = Buffer.from('/registry/secrets/default/a');
const value = Buffer.from('value');
const gcm = (...names: readonly string[]): ProviderConfiguration => ({
  aesgcm: { keys: names.map((name) => ({ name, secret: Buffer.alloc(32, name).toString('base64') })) },
});

describe('the observed operations of an encryption', () => {
  let seen: string[];
  beforeEach(() => {
    seen = [];
  });

  function build(...providers: readonly ProviderConfiguration[]): Promise<Built> {
    const configuration: EncryptionConfiguration = { resources: [{ resources: ['secrets', 'pods.apps'], providers }] };
    return buildEncryption(configuration, {
      observer: {
        ...silentObserver,
        transformed: (resource, type, { prefix, status }) => void seen.push(`${resource} ${type} ${prefix} ${status}`),
      },
      fillRandom: createRandom(),
      clock: () => 0,
      now: () => 0,
      onError: () => undefined,
    });
  }

  const secrets = { group: '', resource: 'secrets' };

  it('are those of the key and of the provider, for each resource', async () => {
    const { transformerOf } = await build(gcm('a', 'b'));
    const stored = transformerOf(secrets).write(value, key);
    await transformerOf({ group: 'apps', resource: 'pods' }).read(stored, key);
    assert.deepEqual(seen, [
      'secrets to_storage a: OK',
      'secrets to_storage k8s:enc:aesgcm:v1: OK',
      'pods.apps from_storage a: OK',
      'pods.apps from_storage k8s:enc:aesgcm:v1: OK',
    ]);
  });

  it('are those of each key and provider that fails', async () => {
    const stored = (await build(gcm('a'))).transformerOf(secrets).write(value, key);
    const { transformerOf } = await build(gcm('b'), gcm('a'), { identity: {} });
    seen = [];
    await transformerOf(secrets).read(stored, key);
    assert.throws(() => transformerOf(secrets).read(stored, Buffer.from('other')));
    assert.throws(() => transformerOf(secrets).read(Buffer.from('k8s:enc:none:'), key));
    assert.deepEqual(seen, [
      'secrets from_storage unknown unknown-non-grpc',
      'secrets from_storage k8s:enc:aesgcm:v1: unknown-non-grpc',
      'secrets from_storage a: OK',
      'secrets from_storage k8s:enc:aesgcm:v1: OK',
      'secrets from_storage unknown unknown-non-grpc',
      'secrets from_storage k8s:enc:aesgcm:v1: unknown-non-grpc',
      'secrets from_storage a: unknown-non-grpc',
      'secrets from_storage k8s:enc:aesgcm:v1: unknown-non-grpc',
      'secrets from_storage unknown unknown-non-grpc',
    ]);
  });

  it('have the status of a KMS plugin', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'observed-'));
    const socket = join(directory, 'kms.sock');
    const plugin = await startTestPlugin(socket);
    const built: Built[] = [];
    try {
      const kms = { apiVersion: 'v2', name: 'my', endpoint: `unix://${socket}`, timeout: 10_000 } as const;
      const open = async () => {
        const next = await build({ kms });
        built.push(next);
        return next.transformerOf(secrets);
      };
      const stored = (await open()).write(value, key);
      plugin.lost.add('key-1');
      plugin.keyId = 'key-2';
      const later = await open();
      await assert.rejects(async () => later.read(stored, key), /there is no key key-1/);
      assert.deepEqual(seen, [
        'secrets to_storage k8s:enc:kms:v2:my: OK',
        'secrets from_storage k8s:enc:kms:v2:my: InvalidArgument',
      ]);
    } finally {
      for (const { close } of built) close();
      await plugin.stop();
      await rm(directory, { recursive: true });
    }
  });
});
