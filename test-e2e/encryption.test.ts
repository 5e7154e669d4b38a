import assert from 'node:assert/strict';
import { join } from 'node:path';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createClient } from '@pilothouse/client/client.js';
import { configMaps, secrets } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { storageVersionMigrations } from '@pilothouse/client/storagemigration.js';
import { startTestPlugin, type TestPlugin } from '@pilothouse/storage/encryption/kms/plugin.test.helper.js';
import { askOnce } from './support/ask.js';
import { aesgcm, ANY, IDENTITY, Installation, MARK } from './support/encrypted-installation.js';
import { eventually } from './support/eventually.js';
import { describeWith } from './support/needs.js';
import { runCommand, WORKERS, type Server } from './support/server.js';
import { createTestStorage, describeOnStores } from './support/test-storage.js';

/** A number of the metrics page. */
async function metric(server: Server, pattern: RegExp): Promise<number> {
  const { text } = await askOnce(server.connection, 'GET', '/metrics');
  return Number(pattern.exec(text)?.[1] ?? 0);
}

/** Each worker counts its own reloads. */
const successes = (server: Server): Promise<number> =>
  metric(
    server,
    /^apiserver_encryption_config_controller_automatic_reloads_total\{[^}]*status="success"[^}]*\} (\d+)$/m,
  );
const failures = (server: Server): Promise<number> =>
  metric(
    server,
    /^apiserver_encryption_config_controller_automatic_reloads_total\{[^}]*status="failure"[^}]*\} (\d+)$/m,
  );

/** Objects that were encrypted with AES-GCM. */
const encrypted = (server: Server): Promise<number> =>
  metric(
    server,
    /^apiserver_storage_transformation_operations_total\{(?=[^}]*to_storage)(?=[^}]*aesgcm)[^}]*\} (\d+)$/m,
  );

describeOnStores('encryption at rest', [], (store) => {
  let installation: Installation;
  beforeEach(async () => {
    installation = new Installation(await createTestStorage(store));
  });
  afterEach(async () => {
    await installation.server.crash();
    await installation.storage.remove();
  });

  it('begins, and a key is rotated while writes go on', async () => {
    await installation.configure(IDENTITY);
    await installation.start();
    for (let index = 0; index < 50; index++) await installation.create(`s${index}`);
    await installation.configure(aesgcm('key1'), IDENTITY);
    await eventually(async () => (await successes(installation.server)) === WORKERS);
    await installation.migrate();
    await installation.assertStored('k8s:enc:aesgcm:v1:key1:', 50);

    const { server } = installation;
    const before = await successes(server);
    const stop = new AbortController();
    const writing = (async () => {
      let count = 0;
      for (; !stop.signal.aborted; count++) {
        const label = { metadata: { labels: { count: String(count) } } };
        await installation.secrets.patch(`s${count % 50}`, { type: 'merge', value: label });
      }
      return count;
    })();
    for (const [index, keys] of [
      ['key1', 'key2'],
      ['key2', 'key1'],
    ].entries()) {
      await installation.configure(aesgcm(...keys));
      await eventually(async () => (await successes(server)) === before + (index + 1) * WORKERS);
    }
    await installation.migrate();
    await installation.configure(aesgcm('key2'));
    await eventually(async () => (await successes(server)) === before + 3 * WORKERS);
    stop.abort();
    assert.ok((await writing) > 0);
    await installation.assertStored('k8s:enc:aesgcm:v1:key2:', 50);
  });

  it('keeps its configuration while the file is invalid', async () => {
    await installation.configure(aesgcm('key1'));
    await installation.start();
    const { server } = installation;
    await installation.configure(aesgcm());
    await eventually(async () => (await failures(server)) > 0);
    await installation.create('a');
    await installation.write('');
    await installation.create('b');
    await installation.configure(aesgcm('key2', 'key1'));
    await eventually(async () => (await successes(server)) === WORKERS);
    await installation.create('c');
    assert.match(server.err(), /aesgcm\.keys: Required value: at least one keys is required/);
    await server.stop(ANY);
    const raw = await installation.raw();
    const keyOf = (name: string): string | undefined => raw.get(name)?.slice('k8s:enc:aesgcm:v1:'.length).split(':')[0];
    assert.deepEqual(['a', 'b', 'c'].map(keyOf), ['key1', 'key1', 'key2']);
  });

  it('is complete after a migration that ended with the server', async () => {
    await installation.configure(IDENTITY);
    await installation.start();
    const names = Array.from({ length: 1_000 }, (_, index) => `s${index}`);
    for (let at = 0; at < names.length; at += 20) {
      await Promise.all(names.slice(at, at + 20).map((name) => installation.create(name)));
    }
    await installation.server.stop(ANY);
    await installation.configure(aesgcm('key1'), IDENTITY);
    await installation.start();
    const migration = runCommand(['migrate-storage', ...installation.migrationFlags]);
    await eventually(async () => (await encrypted(installation.server)) > 0);
    await installation.server.crash();
    const { code } = await migration.exited;
    assert.notEqual(code, 0);
    const port = new URL(installation.server.url).port;
    await installation.start(`--secure-port=${port}`);
    await installation.migrate();
    await installation.assertStored('k8s:enc:aesgcm:v1:key1:', names.length);
  });

  it('is complete after a StorageVersionMigration, which continues after a crash of the server', async () => {
    const flags = [
      '--runtime-config=storagemigration.k8s.io/v1beta1=true',
      '--feature-gates=StorageVersionMigrator=true',
    ];
    await installation.configure(IDENTITY);
    await installation.start(...flags);
    const names = Array.from({ length: 1_000 }, (_, index) => `s${index}`);
    for (let at = 0; at < names.length; at += 20) {
      await Promise.all(names.slice(at, at + 20).map((name) => installation.create(name)));
    }
    await installation.configure(aesgcm('key1'), IDENTITY);
    await eventually(async () => (await successes(installation.server)) === WORKERS);
    const migrations = () => installation.server.client.of(storageVersionMigrations);
    await migrations().create({
      metadata: { name: 'secrets' },
      spec: { resource: { group: '', resource: 'secrets' } },
    });
    await eventually(async () => (await encrypted(installation.server)) > 0);
    await installation.server.crash();
    const port = new URL(installation.server.url).port;
    await installation.start(`--secure-port=${port}`, ...flags);
    const conditions = async (): Promise<readonly string[]> =>
      ((await migrations().get('secrets')).status.conditions ?? []).map(({ type, status }) => `${type} ${status}`);
    await eventually(async () => (await conditions()).length === 2, 'the migration ends');
    assert.deepEqual(await conditions(), ['Running False', 'Succeeded True']);
    await installation.assertStored('k8s:enc:aesgcm:v1:key1:', names.length);
  });

  it('names a secret whose key is lost, and serves others', async () => {
    await installation.configure(aesgcm('key1'));
    await installation.start();
    await installation.create('lost');
    await installation.configure(aesgcm('key2'));
    await eventually(async () => (await successes(installation.server)) === WORKERS);
    await installation.create('kept');
    await installation.server.stop(ANY);
    await installation.start();
    const reason = 'no matching key was found for the provided AES transformer';
    const failing = (run: () => Promise<unknown>, message: string) =>
      assert.rejects(run, (error) => error instanceof StatusError && error.code === 500 && error.message === message);
    await failing(() => installation.secrets.get('lost'), `Internal error occurred: ${reason}`);
    await failing(() => installation.secrets.delete('lost'), `Internal error occurred: ${reason}`);
    const where = 'unable to transform key "/registry/secrets/default/lost"';
    await failing(() => installation.secrets.list(), `Internal error occurred: ${where}: ${reason}`);
    assert.equal((await installation.secrets.get('kept')).data?.['a'], MARK);
    await installation.server.client.of(configMaps).namespace('default').list();
    await installation.configure(aesgcm('key2', 'key1'));
    await eventually(async () => (await installation.secrets.list().catch(() => undefined))?.items.length === 2);
  });
});

describe('a KMS plugin', () => {
  let installation: Installation;
  let socket: string;
  let plugin: TestPlugin;
  beforeEach(async () => {
    installation = new Installation(await createTestStorage('embedded'));
    socket = join(installation.storage.directory, 'kms.sock');
    plugin = await startTestPlugin(socket);
    await installation.configure(`{kms: {apiVersion: v2, name: plug, endpoint: 'unix://${socket}', timeout: 500ms}}`);
    await installation.start();
  });
  afterEach(async () => {
    await installation.server.crash();
    await plugin.stop();
    await installation.storage.remove();
  });

  const isReady = async (check = 'kms-providers'): Promise<boolean> => {
    const response = await httpsTransport(installation.server.connection).request({
      method: 'GET',
      target: `/readyz/${check}`,
      headers: {},
    });
    return response.status === 200;
  };

  it('may hang, die, be away at a start, and change its key', async () => {
    await installation.create('a');
    assert.ok(await isReady());
    assert.ok(await isReady('poststarthook/start-encryption-provider-config-automatic-reload'));
    plugin.hangs = true;
    await eventually(async () => !(await isReady()), 'a plugin that is not healthy');
    await installation.create('b');
    assert.equal((await installation.secrets.list()).items.length, 2);
    await plugin.stop();

    await installation.server.stop(ANY);
    await installation.start();
    await installation.server.client
      .of(configMaps)
      .namespace('default')
      .create({ metadata: { name: 'served' } });
    await assert.rejects(installation.secrets.list(), /unable to transform key "\/registry\/secrets\/default\/a": /);
    await assert.rejects(
      installation.create('c'),
      /^StatusError: Internal error occurred: the KMS plugin "plug" has given no usable key yet: .* ENOENT .*kms\.sock/,
    );

    plugin = await startTestPlugin(socket, 'key-2');
    // Connections at the same time reach all workers, each of which asks the plugin itself.
    const list = () => askOnce(installation.server.connection, 'GET', '/api/v1/namespaces/default/secrets');
    await eventually(() =>
      Promise.all(Array.from({ length: 2 * WORKERS }, list)).then(
        () => true,
        () => false,
      ),
    );
    await installation.create('c');
    await installation.migrate();
    await installation.server.stop(ANY);
    for (const [name, value] of await installation.raw()) {
      assert.ok(value.startsWith('k8s:enc:kms:v2:plug:') && value.includes('key-2'), name);
    }
  });
});

describeWith(['ETCD'], 'the workers of a server', () => {
  it('all apply a changed configuration', async () => {
    const installation = new Installation(await createTestStorage('etcd'));
    await installation.configure(aesgcm('key1'));
    await installation.start('--workers=2');
    await installation.configure(aesgcm('key2', 'key1'));
    await eventually(async () => (await successes(installation.server)) === 2);
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const client = createClient({ transport: httpsTransport(installation.server.connection), userAgent: 'e2e' });
        await client
          .of(secrets)
          .namespace('default')
          .create({ metadata: { name: `s${index}` }, data: { a: MARK } });
        await client.close();
      }),
    );
    await installation.assertStored('k8s:enc:aesgcm:v1:key2:', 8);
    await installation.server.crash();
    await installation.storage.remove();
  });
});
