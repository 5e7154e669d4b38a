import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createClient } from '@pilothouse/client/client.js';
import { configMaps, secrets } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { startTestPlugin, type TestPlugin } from '@pilothouse/storage/encryption/kms/plugin.test.helper.js';
import { openEtcdStore } from '@pilothouse/storage/etcd/store.js';
import { askOnce } from './support/ask.js';
import { eventually } from './support/eventually.js';
import { describeWith } from './support/needs.js';
import { runCommand, runToEnd, startServer, WORKERS, type Exit, type Server } from './support/server.js';
import { createTestStorage, describeOnStores, type TestStorage } from './support/test-storage.js';
import { readyWorkers } from './support/workers.js';

/** Appears in each clear value. */
const MARK = Buffer.from('a secret in the clear').toString('base64');
const key = (name: string): string => `{name: ${name}, secret: ${Buffer.alloc(32, name).toString('base64')}}`;
const aesgcm = (...names: string[]): string => `{aesgcm: {keys: [${names.map(key).join(', ')}]}}`;
const IDENTITY = '{identity: {}}';

/** A log line of these tests is expected. */
const ANY = /./;

/** The lines of a migration that takes longer than five seconds. */
const PROGRESS = /^secrets: \d+ %, about .* left\n/gm;

class Installation {
  readonly #file: string;
  server!: Server;

  constructor(readonly storage: TestStorage) {
    this.#file = join(storage.directory, 'encryption.yaml');
  }

  configure(...providers: string[]): Promise<void> {
    const rule = `- resources: [secrets]\n  providers: [${providers.join(', ')}]\n`;
    return this.write(`apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n${rule}`);
  }

  write(content: string): Promise<void> {
    return writeFile(this.#file, content);
  }

  async start(...flags: string[]): Promise<void> {
    const encryption = [`--encryption-provider-config=${this.#file}`, '--encryption-provider-config-automatic-reload'];
    const name = flags.some((flag) => flag.startsWith('--workers')) ? 'apiserver' : 'up';
    this.server = await startServer([...this.storage.flags, ...encryption, ...flags], {}, name);
  }

  get secrets() {
    return this.server.client.of(secrets).namespace('default');
  }

  async create(name: string): Promise<void> {
    await this.secrets.create({ metadata: { name }, data: { a: MARK } });
  }

  get migrationFlags(): string[] {
    const cursor = join(this.storage.directory, 'cursor.json');
    return [
      `--kubeconfig=${this.server.kubeconfig}`,
      `--cursor-file=${cursor}`,
      '--resources=secrets',
      '--page-size=20',
    ];
  }

  async migrate(): Promise<void> {
    const { code, err } = await runToEnd('migrate-storage', ...this.migrationFlags);
    assert.deepEqual([code, err.replaceAll(PROGRESS, '')], [0, '']);
  }

  /** The values of secrets in the backend, by name. The embedded store needs a server that does not run. */
  async raw(): Promise<Map<string, string>> {
    const { etcd, directory } = this.storage;
    const store =
      etcd === undefined
        ? await openEmbeddedStore({ directory: join(directory, 'data', 'store') })
        : await openEtcdStore({ endpoints: etcd.endpoints, prefix: '/registry' });
    try {
      const { entries } = await store.list('/secrets/default/');
      return new Map(
        entries.map((entry) => [
          entry.key.slice('/secrets/default/'.length),
          Buffer.from(entry.value).toString('latin1'),
        ]),
      );
    } finally {
      await store.close();
    }
  }

  /** Checks that each secret is stored under the key, and read in the clear. */
  async assertStored(prefix: string, count: number): Promise<void> {
    const { items } = await this.secrets.list();
    assert.equal(items.length, count);
    assert.ok(items.every(({ data }) => data?.['a'] !== undefined));
    const isEmbedded = this.storage.etcd === undefined;
    if (isEmbedded) await this.server.stop(ANY);
    const raw = await this.raw();
    assert.equal(raw.size, count);
    for (const [name, value] of raw) {
      assert.ok(value.startsWith(prefix), `${name}: ${value.slice(0, 40)}`);
      assert.ok(!value.includes(MARK), name);
    }
    if (isEmbedded) await this.start();
  }
}

/** A number of the metrics page. */
async function metric(server: Server, pattern: RegExp): Promise<number> {
  const { text } = await askOnce(server.connection, 'GET', '/metrics');
  return Number(pattern.exec(text)?.[1] ?? 0);
}

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
    // Each of them counts a reload.
    const workers = store === 'etcd' ? WORKERS : 1;
    await eventually(async () => (await readyWorkers(installation.server)) === workers);
    for (let index = 0; index < 50; index++) await installation.create(`s${index}`);
    await installation.configure(aesgcm('key1'), IDENTITY);
    await eventually(async () => (await successes(installation.server)) === workers);
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
      await eventually(async () => (await successes(server)) === before + (index + 1) * workers);
    }
    await installation.migrate();
    await installation.configure(aesgcm('key2'));
    await eventually(async () => (await successes(server)) === before + 3 * workers);
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
    await eventually(async () => (await successes(server)) === 1);
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

  it('names a secret whose key is lost, and serves others', async () => {
    await installation.configure(aesgcm('key1'));
    await installation.start();
    await installation.create('lost');
    await installation.configure(aesgcm('key2'));
    await eventually(async () => (await successes(installation.server)) === 1);
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
    const files = (await readdir(to, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
    const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
    assert.ok(contents.some((content) => content.includes('k8s:enc:aesgcm:v1:key1:')));
    assert.ok(contents.every((content) => !content.includes(MARK)));
    await installation.server.crash();
    await installation.storage.remove();
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
      /^StatusError: Internal error occurred: got unexpected nil transformer$/,
    );

    plugin = await startTestPlugin(socket, 'key-2');
    await eventually(async () => (await installation.secrets.list().catch(() => undefined))?.items.length === 2);
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
    await eventually(async () => (await metric(installation.server, /^pilothouse_workers (\d+)$/m)) === 2);
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
