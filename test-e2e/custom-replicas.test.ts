import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { customResourceDefinitions } from '@pilothouse/client/apiextensions.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { createInformer } from '@pilothouse/client/informer.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { readKubeconfig, type KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import { definitionOf, namespacedIn, type CustomObject } from './support/definitions.js';
import { eventually } from './support/eventually.js';
import { createKubectl } from './support/kubectl.js';
import { startLoadBalancer, type LoadBalancer } from './support/load-balancer.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { retrying } from './support/retrying.js';
import { startServer, type Server } from './support/server.js';

const SERVERS = [0, 1, 2];
const WRITERS = 3;
/** Shutdown delay of a server in seconds. The balancer notices it within half a second. */
const DELAY = '2500ms';

describeWith(['ETCD', 'HAPROXY', 'KUBECTL'], 'custom resources and three servers behind a load balancer', () => {
  let storage: TestStorage;
  let servers: Server[];
  let balancer: LoadBalancer;
  let connection: KubeconfigConnection;
  let kubeconfig: string;

  const start = (index: number, port = 0): Promise<Server> =>
    startServer(
      [
        ...storage.flags,
        `--kubeconfig-out=${join(storage.directory, `kubeconfig-${index}`)}`,
        `--shutdown-delay-duration=${DELAY}`,
        `--secure-port=${port}`,
      ],
      {},
      index === 0 ? 'up' : 'apiserver',
    );

  before(async () => {
    storage = await createTestStorage('etcd');
    // The first server makes the certificates of all, and runs the controllers.
    servers = [await start(0)];
    servers.push(...(await Promise.all([start(1), start(2)])));
    balancer = await startLoadBalancer(
      storage.directory,
      servers.map(({ port }) => port),
    );
    const first = at(servers, 0);
    const text = (await readFile(first.kubeconfig, 'utf8')).replace(`:${first.port}`, `:${balancer.port}`);
    kubeconfig = join(dirname(first.kubeconfig), 'balanced');
    await writeFile(kubeconfig, text);
    connection = await readKubeconfig(text, { directory: dirname(kubeconfig) });
    await balancer.leads(SERVERS.length);
  });
  after(async () => {
    await balancer.stop();
    await Promise.all(servers.map((server) => server.crash()));
    await storage.remove();
  });

  /** Clients configured like client-go's: a connection each, and its standard retries. */
  const client = (): Client => createClient({ transport: retrying(httpsTransport(connection)), userAgent: 'replicas' });
  /** Sends one request without retries. A resource that is not served is an error. */
  const strictClients = (): Client[] =>
    servers.map((server) => createClient({ transport: httpsTransport(server.connection), userAgent: 'replicas' }));

  it('objects are served at once by a server that did not receive the definition', async () => {
    const clients = strictClients();
    const waits: number[] = [];
    for (let round = 0; round < 30; round++) {
      const group = `g${round}.example.io`;
      const [one, another, third] = [0, 1, 2].map((index) => at(clients, (round + index) % SERVERS.length));
      await one?.of(customResourceDefinitions).create(definitionOf({ group }));
      const began = performance.now();
      const type = namespacedIn(group);
      const [created, listed] = await Promise.all([
        another
          ?.of(type)
          .namespace('default')
          .create({ metadata: { name: 'first' } }),
        third?.of(type).namespace('default').list(),
      ]);
      waits.push(performance.now() - began);
      assert.equal(created?.spec, undefined);
      assert.ok((listed?.items.length ?? 2) <= 1);
    }
    await Promise.all(clients.map((each) => each.close()));
    assert.ok(Math.max(...waits) < 2000, `the longest wait took ${Math.max(...waits)} ms`);
  });

  it('kubectl applies a definition, then objects, explains them and deletes all, without a retry', async () => {
    for (let round = 0; round < 5; round++) {
      const group = `k${round}.example.io`;
      const home = join(storage.directory, `home-${round % 2}`);
      const kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig, home });
      const apply = (object: object): Promise<string> =>
        kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
      await apply(definitionOf({ group }));
      const widget = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'w' }, spec: { size: 1 } };
      assert.equal(await apply(widget), `widget.${group}/w created\n`);
      assert.match(await kubectl(['get', `widgets.${group}`]), /^w +1 /m);
      assert.match(await kubectl(['explain', `widgets.${group}`]), /shelf has many of/);
      await kubectl(['delete', 'crd', `widgets.${group}`]);
      const gone = await kubectl.attempt(['get', '--raw', `/apis/${group}/v1/widgets`]);
      assert.equal(gone.code, 1);
    }
  });

  it('a rolling restart keeps definitions, writes and watches of custom objects working', async () => {
    const stop = new AbortController();
    const group = 'rolling.example.io';
    const reader = client();
    await reader.of(customResourceDefinitions).create(definitionOf({ group }));
    const widgets = reader.of(namespacedIn(group)).namespace('default');
    const informer = createInformer({ source: widgets });
    const watched = new AbortController();
    const watching = (async () => {
      for await (const { object } of informer.changes(watched.signal)) assert.ok(object.metadata.uid);
    })();
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(client(), { group, writer }, stop.signal));
    const defining = define(client(), stop.signal);
    await Promise.race([restartEachInTurn(), Promise.all([...writers, defining])]);
    stop.abort();

    const written = new Map((await Promise.all(writers)).flatMap((each) => [...each]));
    const { items } = await widgets.list();
    assert.deepEqual(items.map(stateOf).sort(), [...written].map(String).sort(), 'what was acknowledged');
    assert.ok(written.size > 30, `${written.size} objects were written`);
    await eventually(async () => {
      const seen = [...informer.objects.values()].map(stateOf).sort();
      return String(seen) === String(items.map(stateOf).sort());
    }, 'an informer that has them all');
    watched.abort();
    await watching;
    const names = await defining;
    assert.ok(names.length > 5, `${names.length} definitions were made`);
    for (const each of strictClients()) {
      for (const name of names) assert.equal((await each.of(namespacedIn(name)).list()).items.length, 1);
      await each.close();
    }
    await reader.close();
  });

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
});

interface Writing {
  readonly group: string;
  readonly writer: number;
}

/** Creates, changes and deletes objects until the signal is aborted. Resolves to the objects that must exist. Rejects on the first failure. */
async function write(client: Client, { group, writer }: Writing, signal: AbortSignal): Promise<Map<string, number>> {
  const widgets = client.of(namespacedIn(group)).namespace('default');
  const objects = new Map<string, number>();
  for (let count = 1; !signal.aborted; count++) {
    const name = `writer-${writer}-${count}`;
    const created = await widgets.create({ metadata: { name }, spec: { size: 1 } });
    const updated = await widgets.update({ ...created, spec: { size: count } });
    objects.set(name, updated.spec?.size ?? 0);
    if (count % 3 === 0) {
      await widgets.delete(name);
      objects.delete(name);
    }
    await pause(10);
  }
  await client.close();
  return objects;
}

/** Creates definitions, each with one object at once, until the signal is aborted. Resolves to their groups. */
async function define(client: Client, signal: AbortSignal): Promise<string[]> {
  const groups: string[] = [];
  for (let count = 1; !signal.aborted; count++) {
    const group = `r${count}.example.io`;
    await client.of(customResourceDefinitions).create(definitionOf({ group }));
    await client
      .of(namespacedIn(group))
      .namespace('default')
      .create({ metadata: { name: 'x' } });
    groups.push(group);
    await pause(500, undefined, { signal }).catch(() => undefined);
  }
  await client.close();
  return groups;
}

function stateOf({ metadata, spec }: CustomObject): string {
  return `${metadata.name},${spec?.size}`;
}

function at<T>(all: readonly T[], index: number): T {
  return all[index] ?? assert.fail(`there is no ${index}`);
}
