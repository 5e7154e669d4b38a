import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secrets } from '@pilothouse/client/core.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { openEtcdStore } from '@pilothouse/storage/etcd/store.js';
import { eventually } from './eventually.js';
import { runToEnd, startServer, WORKERS, type Server } from './server.js';
import type { TestStorage } from './test-storage.js';
import { readyWorkers } from './workers.js';

/** Appears in each clear value. */
export const MARK = Buffer.from('a secret in the clear').toString('base64');
const key = (name: string): string => `{name: ${name}, secret: ${Buffer.alloc(32, name).toString('base64')}}`;
export const aesgcm = (...names: string[]): string => `{aesgcm: {keys: [${names.map(key).join(', ')}]}}`;
export const IDENTITY = '{identity: {}}';

/** A log line of these tests is expected. */
export const ANY = /./;

/** The lines of a migration that takes longer than five seconds. */
const PROGRESS = /^secrets: \d+ %, about .* left\n/gm;

/** A server with encryption at rest, and its storage. */
export class Installation {
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

  /** All workers read the same configuration. */
  async start(...flags: string[]): Promise<void> {
    const encryption = [`--encryption-provider-config=${this.#file}`, '--encryption-provider-config-automatic-reload'];
    const given = flags.find((flag) => flag.startsWith('--workers='))?.slice('--workers='.length);
    const name = given === undefined ? 'up' : 'apiserver';
    this.server = await startServer([...this.storage.flags, ...encryption, ...flags], {}, name);
    await eventually(async () => (await readyWorkers(this.server)) === Number(given ?? WORKERS));
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
