import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { configMaps, serviceAccounts } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import { askOnce } from './support/ask.js';
import { childrenOf } from './support/children.js';
import { eventually } from './support/eventually.js';
import { runToEnd, startServer, type Server } from './support/server.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { readyWorkers } from './support/workers.js';

const WORKERS = 4;
const MANY = 2 * WORKERS;
/** The name of the last object. */
const LAST = 'last';

const mapsOf = (client: Client) => client.of(configMaps).namespace('default');

/** A client with a connection of its own, which some worker gets. */
function newClient(connection: KubeconfigConnection): Client {
  return createClient({ transport: httpsTransport(connection), userAgent: 'workers' });
}

async function start(flags: readonly string[], environment = {}): Promise<Server> {
  const server = await startServer([`--workers=${WORKERS}`, ...flags], environment);
  await eventually(async () => (await readyWorkers(server)) === WORKERS);
  return server;
}

describe('several workers on the embedded store', () => {
  let storage: TestStorage;
  let server: Server;
  beforeEach(async () => {
    storage = await createTestStorage('embedded');
    server = await start(storage.flags);
  });
  afterEach(async () => {
    await server.crash();
    await storage.remove();
  });

  it('lose nothing that was acknowledged, and send each event once, while they and their supervisor are killed', async () => {
    const stop = new AbortController();
    const written = new Map<string, number>();
    const failures = new Set<string>();
    const { connection } = server;
    const first = (await mapsOf(server.client).list({ limit: 1 })).resourceVersion;

    /** Creates and changes objects of its own, over connections of its own. */
    async function write(writer: number): Promise<void> {
      let client = newClient(connection);
      for (let count = 0; !stop.signal.aborted; count++) {
        const name = `kept-${writer}-${count}`;
        try {
          const created = await mapsOf(client).create({ metadata: { name, labels: { app: 'kept' } } });
          written.set(name, Number(created.metadata.resourceVersion));
          const changed = await mapsOf(client).patch(name, {
            type: 'merge',
            value: { data: { count: String(count) } },
          });
          written.set(name, Number(changed.metadata.resourceVersion));
        } catch (error) {
          // The outcome is unknown. The name is not used again.
          failures.add(name);
          assert.ok(!(error instanceof StatusError) || error.code >= 500, String(error));
          await client.close();
          client = newClient(connection);
          await pause(20);
        }
      }
      await client.close();
    }

    /** Resumes after the last event that it got. Resolves to the revisions of all events, by name. */
    async function watch(): Promise<Map<string, number[]>> {
      const seen = new Map<string, number[]>();
      let last = Number(first);
      for (;;) {
        const client = newClient(connection);
        try {
          const events = mapsOf(client).watch({ resourceVersion: String(last), labelSelector: 'app=kept' });
          for await (const { object } of events) {
            const { name = '', resourceVersion } = object.metadata;
            const revision = Number(resourceVersion);
            assert.ok(revision > last, `${name} at ${revision} after ${last}`);
            last = revision;
            seen.set(name, [...(seen.get(name) ?? []), revision]);
            if (name === LAST) return seen;
          }
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          assert.ok(!(error instanceof StatusError) || error.code >= 500, String(error));
          await pause(20);
        } finally {
          await client.close();
        }
      }
    }

    const writing = Promise.all(Array.from({ length: MANY }, (_, writer) => write(writer)));
    const watching = Promise.all(Array.from({ length: WORKERS }, watch));

    const more = async (): Promise<void> => {
      const enough = written.size + 40;
      await eventually(async () => written.size >= enough);
    };
    // The first worker, which also does what the server does once, its replacement, and another one.
    for (const index of [0, WORKERS - 1, 0]) {
      await more();
      process.kill(childrenOf(server.pid)[index] ?? assert.fail('no worker'), 'SIGKILL');
      await eventually(async () => (await readyWorkers(server).catch(() => 0)) === WORKERS);
    }
    await more();
    await server.crash();
    server = await start([...storage.flags, `--secure-port=${new URL(connection.url).port}`]);
    await more();
    stop.abort();
    await writing;
    await mapsOf(server.client).create({ metadata: { name: LAST, labels: { app: 'kept' } } });
    const all = await watching;

    const { items } = await mapsOf(server.client).list({ labelSelector: 'app=kept' });
    const held = new Map(items.map(({ metadata }) => [metadata.name ?? '', Number(metadata.resourceVersion)]));
    const isSafe = ([name, revision]: [string, number]): boolean =>
      failures.has(name) ? (held.get(name) ?? 0) >= revision : held.get(name) === revision;
    assert.deepEqual(
      [...written].filter((each) => !isSafe(each)),
      [],
    );
    for (const seen of all) {
      assert.deepEqual(seen, all[0]);
      assert.ok([...written].every(([name, revision]) => seen.get(name)?.includes(revision) === true));
    }
    await server.stop();
    server = await start(storage.flags);
    assert.equal((await mapsOf(server.client).list({ labelSelector: 'app=kept' })).items.length, items.length);
  }).timeout(180_000);

  it('refuse a second server on their directory, and name the process that holds it', async () => {
    const { code, err } = await runToEnd('up', ...storage.flags, '--secure-port=0', '--workers=2');
    assert.equal(code, 1);
    assert.match(err, new RegExp(`^error: .*${server.pid}`));
  });
});

describe('several workers on an ephemeral store', () => {
  it('share their certificates, keys and objects, also with a replaced worker, and leave nothing behind', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'workers-'));
    const server = await start(['--ephemeral'], { TMPDIR: directory });
    await mapsOf(server.client).create({ metadata: { name: 'kept' } });
    const { connection } = server;
    process.kill(childrenOf(server.pid)[0] ?? assert.fail('no worker'), 'SIGKILL');
    await eventually(async () => (await readyWorkers(server).catch(() => 0)) === WORKERS);
    const { status } = await server.client
      .of(serviceAccounts)
      .namespace('default')
      .subresource('token')
      .create('default', { spec: { audiences: [] } });
    const asAccount = { ...connection, credentials: { token: status?.token ?? '' } };
    const statuses = await Promise.all(
      Array.from({ length: MANY }, async () => [
        (await askOnce(connection, 'GET', '/api/v1/namespaces/default/configmaps/kept')).status,
        (await askOnce(asAccount, 'GET', '/version')).status,
      ]),
    );
    assert.deepEqual(new Set(statuses.flat()), new Set([200]));
    await server.stop(/a worker ended and is replaced/);
    assert.deepEqual(await readdir(directory), []);
    await rm(directory, { recursive: true });
  });
});
