import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { configMaps } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { readKubeconfig, type KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import { startLoadBalancer, type LoadBalancer } from './support/load-balancer.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { retrying } from './support/retrying.js';
import { startServer, type Server } from './support/server.js';

const SERVERS = [0, 1, 2];
const WRITERS = 4;
const WATCHERS = 3;
/** Shutdown delay of a server in seconds. The balancer notices it within half a second. */
const DELAY = '2500ms';
/** The collection that the test writes to. */
const OWN = 'metadata.name!=kube-root-ca.crt';

describeWith(['ETCD', 'HAPROXY'], 'three servers behind a load balancer', () => {
  let storage: TestStorage;
  let servers: Server[];
  let balancer: LoadBalancer;
  let connection: KubeconfigConnection;

  const flags = (index: number): string[] => [
    ...storage.flags,
    `--kubeconfig-out=${join(storage.directory, `kubeconfig-${index}`)}`,
    `--shutdown-delay-duration=${DELAY}`,
  ];
  const start = (index: number, port = 0): Promise<Server> =>
    startServer([...flags(index), `--secure-port=${port}`], {}, 'apiserver');

  before(async () => {
    storage = await createTestStorage('etcd');
    // The first server makes the certificates of all.
    servers = [await start(0)];
    servers.push(...(await Promise.all([start(1), start(2)])));
    balancer = await startLoadBalancer(
      storage.directory,
      servers.map(({ port }) => port),
    );
    const { kubeconfig, port } = at(servers, 0);
    const text = (await readFile(kubeconfig, 'utf8')).replace(`:${port}`, `:${balancer.port}`);
    connection = await readKubeconfig(text, { directory: dirname(kubeconfig) });
    await balancer.leads(SERVERS.length);
  });
  after(async () => {
    await balancer.stop();
    await Promise.all(servers.map((server) => server.crash()));
    await storage.remove();
  });

  /** Clients configured like client-go's: a connection each, and its standard retries. */
  const client = (): Client =>
    createClient({ transport: retrying(httpsTransport(connection)), userAgent: 'rolling-restart' });

  async function restartEachInTurn(): Promise<void> {
    for (const index of SERVERS) {
      const server = at(servers, index);
      server.kill('SIGTERM');
      const { code, err } = await server.exited;
      assert.deepEqual({ code, err }, { code: 0, err: '' }, `server ${index} ends well`);
      await server.client.close();
      servers[index] = await start(index, server.port);
      await balancer.leads(SERVERS.length);
    }
  }

  it('restart one after another without an error for any client', async () => {
    const [stop, reader] = [new AbortController(), client()];
    const maps = reader.of(configMaps).namespace('default');
    const { resourceVersion } = await maps.list();
    const watchers = Array.from({ length: WATCHERS }, () => watchUntilLast(client(), resourceVersion));
    const writers = Array.from({ length: WRITERS }, (_, index) => write(client(), index, stop.signal));
    await Promise.race([restartEachInTurn(), Promise.all(writers)]);
    stop.abort();

    const written = await Promise.all(writers);
    const changes = written.flatMap((each) => each.changes).sort((a, b) => a.version - b.version);
    for (const { changes: own } of written) assert.ok(own.length > 30, `a writer had ${own.length} answers`);

    const present = (await maps.list({ fieldSelector: OWN })).items.map(stateOf).sort();
    assert.deepEqual(present, written.flatMap((each) => [...each.objects.values()]).sort(), 'what was acknowledged');

    await maps.create({ metadata: { name: 'last' } });
    for (const events of await Promise.all(watchers)) {
      assert.deepEqual(
        events.filter(({ type }) => type !== 'DELETED'),
        changes,
      );
      const deleted = events.flatMap(({ type, name }) => (type === 'DELETED' ? [name] : []));
      assert.deepEqual(deleted.sort(), written.flatMap((each) => each.deleted).sort());
      const versions = events.map(({ version }) => version);
      assert.deepEqual(
        versions,
        [...new Set(versions)].sort((a, b) => a - b),
      );
    }
    await reader.close();
  });
});

interface Change {
  readonly version: number;
  readonly type: string;
  readonly name: string;
}

/** The acknowledged writes of a writer. */
interface Written {
  readonly changes: readonly Change[];
  /** The response to a deletion has no resourceVersion. */
  readonly deleted: readonly string[];
  /** The objects that must exist, by name. */
  readonly objects: ReadonlyMap<string, string>;
}

/** Creates, changes and deletes objects, one request at a time. Rejects on the first failure. */
async function write(client: Client, writer: number, signal: AbortSignal): Promise<Written> {
  const maps = client.of(configMaps).namespace('default');
  const changes: Change[] = [];
  const deleted: string[] = [];
  const objects = new Map<string, string>();
  const note = (type: string, object: ConfigMap): void => {
    const name = object.metadata.name ?? '';
    changes.push({ version: versionOf(object), type, name });
    objects.set(name, stateOf(object));
  };
  for (let count = 0; !signal.aborted; count++) {
    const name = `writer-${writer}-${count}`;
    const created = await maps.create({ metadata: { name } });
    note('ADDED', created);
    note('MODIFIED', await maps.update({ ...created, data: { count: String(count) } }));
    if (count % 3 === 0) {
      await maps.delete(name);
      deleted.push(name);
      objects.delete(name);
    }
    await pause(10);
  }
  await client.close();
  return { changes, deleted, objects };
}

/**
 * Every event up to the creation of `last`. A watch that ends is resumed from its last version. An expired version or any other
 * error fails the test.
 */
async function watchUntilLast(client: Client, from: string): Promise<Change[]> {
  const maps = client.of(configMaps).namespace('default');
  const events: Change[] = [];
  for (let resourceVersion = from; ;) {
    for await (const { type, object } of maps.watch({ resourceVersion, fieldSelector: OWN, bookmarks: true })) {
      resourceVersion = object.metadata.resourceVersion ?? '';
      const { name = '' } = object.metadata;
      if (name === 'last') {
        await client.close();
        return events;
      }
      if (type !== 'BOOKMARK') events.push({ version: versionOf(object), type, name });
    }
  }
}

function versionOf({ metadata }: ConfigMap): number {
  return Number(metadata.resourceVersion);
}

function stateOf({ metadata, data }: ConfigMap): string {
  return `${metadata.name} ${metadata.resourceVersion} ${data?.['count'] ?? ''}`;
}

function at<T>(all: readonly T[], index: number): T {
  return all[index] ?? assert.fail(`there is no ${index}`);
}
