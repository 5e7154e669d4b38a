import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { configMaps, events } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { askOnce } from './support/ask.js';
import { childrenOf } from './support/children.js';
import { eventually } from './support/eventually.js';
import { head, openRaw, type RawConnection } from './support/raw.js';
import { retrying } from './support/retrying.js';
import { runToEnd, startServer, type Server } from './support/server.js';
import { createTestStorage, describeOnStores, type TestStorage } from './support/test-storage.js';
import { readyWorkers } from './support/workers.js';

const WORKERS = 2;
/** Milliseconds within which a worker that hangs, which is one that has not answered for half a minute, is replaced. */
const PATIENCE_WITH_HANGS = 90_000;

const EVENT_BURST = 2 * WORKERS;
const EVENT_LIMIT = `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: EventRateLimit
  configuration:
    apiVersion: eventratelimit.admission.k8s.io/v1alpha1
    kind: Configuration
    limits: [{type: Server, qps: 1, burst: ${EVENT_BURST}}]
`;

describeOnStores('an API server of several workers', [], (store) => {
  let storage: TestStorage;
  let server: Server;

  const start = async (flags: readonly string[] = [], on = storage): Promise<Server> => {
    const started = await startServer([...on.flags, `--workers=${WORKERS}`, ...flags], {}, 'apiserver');
    await eventually(async () => (await ready(started)) === WORKERS);
    return started;
  };
  before(async () => {
    storage = await createTestStorage(store);
    server = await start();
  });
  after(async () => {
    await server.crash();
    await storage.remove();
  });

  /** A client with a connection of its own. */
  const newClient = (): Client => createClient({ transport: httpsTransport(server.connection), userAgent: 'workers' });
  const newClients = (count: number): Client[] => Array.from({ length: count }, newClient);
  const mapsOf = (client: Client) => client.of(configMaps).namespace('default');
  const metric = async (pattern: RegExp): Promise<number> =>
    Number(pattern.exec((await askOnce(server.connection, 'GET', '/metrics')).text)?.[1]);
  const restarts = (): Promise<number> => metric(/^pilothouse_worker_restarts_total (\d+)$/m);
  const ready = (of = server): Promise<number> => readyWorkers(of);

  it('spreads connections over the workers, and the end of one worker leaves the connections of others', async () => {
    const connections = await Promise.all(Array.from({ length: 2 * WORKERS }, () => openRaw(server.connection)));
    for (const connection of connections) await ask(connection, 1);
    const before = await restarts();
    process.kill(at(workersOf(server), 1), 'SIGKILL');
    await eventually(async () => connections.some(({ socket }) => socket.destroyed));
    // All connections of the worker have then closed.
    await eventually(async () => (await restarts()) === before + 1 && (await ready()) === WORKERS);
    const others = connections.filter(({ socket }) => !socket.destroyed);
    assert.ok(others.length > 0, 'the other worker has connections too');
    for (const connection of others) await ask(connection, 2);
    for (const { socket } of connections) socket.destroy();
  });

  it('sends writes of each worker to watches of each worker', async () => {
    const [writers, watchers] = [newClients(WORKERS), newClients(WORKERS)];
    const { resourceVersion } = await mapsOf(server.client).list();
    const seen = watchers.map(async (client) => {
      const names: string[] = [];
      for await (const { object } of mapsOf(client).watch({ resourceVersion, labelSelector: 'app=watched' })) {
        names.push(object.metadata.name ?? '');
        if (names.length === WORKERS) break;
      }
      return names.sort();
    });
    const names = writers.map((_, index) => `watched-${index}`);
    await Promise.all(
      writers.map((client, index) =>
        mapsOf(client).create({ metadata: { name: at(names, index), labels: { app: 'watched' } } }),
      ),
    );
    for (const each of await Promise.all(seen)) assert.deepEqual(each, names);
    await Promise.all([...writers, ...watchers].map((client) => client.close()));
  });

  it('counts the requests of all workers, and no counter decreases when a worker ends', async () => {
    const made = (): Promise<number> =>
      metric(/^apiserver_request_total\{verb="GET",[^}]*resource="configmaps",[^}]*code="404"\} (\d+)$/m);
    const ask404 = async (): Promise<void> => {
      const { status } = await askOnce(server.connection, 'GET', '/api/v1/namespaces/default/configmaps/none');
      assert.equal(status, 404);
    };
    for (let count = 0; count < 2 * WORKERS; count++) await ask404();
    assert.equal(await made(), 2 * WORKERS);
    process.kill(at(workersOf(server), 0), 'SIGKILL');
    await eventually(async () => (await ready()) === WORKERS);
    assert.equal(await made(), 2 * WORKERS);
    await ask404();
    assert.equal(await made(), 2 * WORKERS + 1);
  });

  it('counts the health checks of all workers', async () => {
    const counted = async (): Promise<number> => {
      const { text } = await askOnce(server.connection, 'GET', '/metrics/slis');
      return Number(
        /^kubernetes_healthchecks_total\{name="ping",type="livez",status="success"\} (\d+)$/m.exec(text)?.[1],
      );
    };
    await askOnce(server.connection, 'GET', '/livez');
    const before = await counted();
    for (let count = 0; count < 2 * WORKERS; count++) await askOnce(server.connection, 'GET', '/livez');
    assert.equal(await counted(), before + 2 * WORKERS);
  });

  it('loses no acknowledged write when workers are killed under load', async () => {
    const stop = new AbortController();
    const acknowledged = new Set<string>();
    let failed = 0;
    const writers = Array.from({ length: 2 * WORKERS }, async (_, writer) => {
      let client = newClient();
      for (let count = 0; !stop.signal.aborted; count++) {
        const name = `kept-${writer}-${count}`;
        try {
          await mapsOf(client).create({ metadata: { name, labels: { app: 'kept' } } });
          acknowledged.add(name);
        } catch {
          // Its connection was one of the killed worker. The outcome is unknown.
          failed += 1;
          await client.close();
          client = newClient();
        }
      }
      await client.close();
    });
    const before = await restarts();
    for (let kills = 1; kills <= 2; kills++) {
      const enough = acknowledged.size + 50;
      await eventually(async () => acknowledged.size >= enough);
      process.kill(at(workersOf(server), 0), 'SIGKILL');
      await eventually(async () => (await restarts()) === before + kills && (await ready()) === WORKERS);
    }
    stop.abort();
    await Promise.all(writers);
    const { items } = await mapsOf(server.client).list({ labelSelector: 'app=kept' });
    const present = new Set(items.map(({ metadata }) => metadata.name));
    assert.deepEqual(
      [...acknowledged].filter((name) => !present.has(name)),
      [],
    );
    assert.ok(failed <= 2 * WORKERS * 2, `${failed} requests failed`);
  });

  it('stops without a failed request, and is not ready from the signal on', async () => {
    await server.stop(/a worker ended and is replaced/);
    server = await start(['--shutdown-delay-duration=4s']);
    const clients = Array.from({ length: 2 * WORKERS }, () =>
      createClient({ transport: retrying(httpsTransport(server.connection)), userAgent: 'workers' }),
    );
    const acknowledged: string[] = [];
    const refused: string[] = [];
    const writers = clients.map(async (client, writer) => {
      for (let count = 0; refused.length <= writer; count++) {
        const name = `last-${writer}-${count}`;
        try {
          await mapsOf(client).create({ metadata: { name, labels: { app: 'last' } } });
          acknowledged.push(name);
        } catch (error) {
          // A connection that was not established.
          assert.match(String(error), /ECONNREFUSED|ECONNRESET|EPIPE|before secure TLS connection/);
          refused.push(name);
        }
        await pause(20);
      }
    });
    await eventually(async () => acknowledged.length > 20);
    server.kill('SIGTERM');
    // The statuses since the signal. Undefined means that the port is closed.
    const statuses: number[] = [];
    await eventually(async () => {
      const status = await statusOf(server, '/readyz');
      if (status !== undefined) statuses.push(status);
      return status === undefined;
    });
    // The workers learn of the signal one after the other.
    const first = statuses.indexOf(500);
    assert.ok(first >= 0 && !statuses.slice(first + 10 * WORKERS).includes(200), statuses.join(' '));
    const { code, err } = await server.exited;
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    await Promise.all(writers);
    await Promise.all(clients.map((client) => client.close()));
    server = await start();
    const { items } = await mapsOf(server.client).list({ labelSelector: 'app=last' });
    const present = items.map(({ metadata: { name = '' } }) => name);
    assert.deepEqual(present.sort(), acknowledged.sort(), 'and none of the refused');
  });

  it('divides the limits of the server among the workers', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'workers-'));
    const config = join(directory, 'admission.yaml');
    await writeFile(config, EVENT_LIMIT);
    const other = await createTestStorage(store);
    const limits = ['--max-requests-inflight=80', '--max-mutating-requests-inflight=40'];
    const plugin = ['--enable-admission-plugins=EventRateLimit', `--admission-control-config-file=${config}`];
    const limited = await start([...limits, ...plugin], other);
    const { text } = await askOnce(limited.connection, 'GET', '/metrics');
    const seats = [...text.matchAll(/^apiserver_flowcontrol_nominal_limit_seats\{.*\} (\d+)$/gm)].map(([, each]) =>
      Number(each),
    );
    // Each worker rounds the seats of each priority level up.
    const sum = seats.reduce((all, each) => all + each, 0);
    assert.ok(sum >= 120 && sum <= 120 + seats.length * WORKERS, `${sum} seats`);

    const clients = Array.from({ length: 2 * WORKERS }, () =>
      createClient({ transport: httpsTransport(limited.connection), userAgent: 'workers' }),
    );
    const began = performance.now();
    let admitted = 0;
    for (let count = 0; count < 5 * WORKERS; count++) {
      for (const client of clients) {
        const involvedObject = { kind: 'Pod', namespace: 'default', name: 'p' };
        const event = { metadata: { generateName: 'e-' }, involvedObject, reason: 'Tested', type: 'Normal' };
        await client
          .of(events)
          .namespace('default')
          .create(event)
          .then(
            () => (admitted += 1),
            (error: unknown) => assert.match(String(error), /limit reached on type Server/),
          );
      }
    }
    const filled = Math.ceil((performance.now() - began) / 1000);
    assert.ok(admitted >= EVENT_BURST && admitted <= EVENT_BURST + filled, `${admitted} events, ${filled} s`);
    await Promise.all(clients.map((client) => client.close()));
    await limited.stop();
    await other.remove();
    await rm(directory, { recursive: true });
  });

  it('kills a worker that hangs, and replaces it or stops without it', async () => {
    const other = await createTestStorage(store);
    const stopping = await start([], other);
    const before = await restarts();
    process.kill(at(workersOf(server), 1), 'SIGSTOP');
    process.kill(at(workersOf(stopping), 1), 'SIGSTOP');
    stopping.kill('SIGTERM');
    const isReplaced = async (): Promise<boolean> =>
      (await restarts()) === before + 1 && workersOf(server).length === WORKERS;
    await eventually(isReplaced, 'the replacement of a worker that hangs', PATIENCE_WITH_HANGS);
    const { code, err } = await stopping.exited;
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    await stopping.client.close();
    await other.remove();
  }).timeout(2 * PATIENCE_WITH_HANGS);

  it('ends with its supervisor', async () => {
    const workers = workersOf(server);
    assert.equal(workers.length, WORKERS);
    await server.crash();
    await eventually(async () => workers.every((pid) => !isRunning(pid)));
    server = await start();
  });

  it('reports why its first worker cannot start', async () => {
    const other = await createTestStorage(store);
    const { code, err } = await runToEnd('apiserver', '--workers=2', ...other.flags, '--runtime-config=none/v1=true');
    await other.remove();
    assert.equal(code, 1);
    assert.match(err, /^error: .*none\/v1.*\n$/);
  });
});

/** The process ids of the workers, oldest first. */
const workersOf = ({ pid }: Server): number[] => childrenOf(pid);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Sends the request with this number over the connection, and awaits its answer. */
async function ask(connection: RawConnection, number: number): Promise<void> {
  await connection.write(head('GET', '/livez'));
  await connection.received(new RegExp(`(HTTP/1\\.1 200[^]*){${number}}`));
}

/** The status of the answer. Undefined when the port is closed. */
async function statusOf({ connection }: Server, target: string): Promise<number | undefined> {
  try {
    const { write, ended } = await openRaw(connection);
    await write(head('GET', target, ['connection: close']));
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await ended)?.[1]);
  } catch (error) {
    // The kernel resets connections that wait while the port closes.
    assert.match(String((error as NodeJS.ErrnoException).code), /^(ECONNREFUSED|ECONNRESET|EPIPE)$/);
    return undefined;
  }
}

function at<T>(all: readonly T[], index: number): T {
  return all[index] ?? assert.fail(`there is no ${index}`);
}
