import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { configMaps } from '@pilothouse/client/core.js';
import { readKubeconfig, type KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import { startEtcd, type TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import { startForwarder } from './forwarder.js';
import { startServer, type Server } from './server.js';

/** Two servers on an etcd of three members, and an address that forwards to one of them. */
export interface Replicated {
  readonly etcd: TestEtcd;
  readonly directory: string;
  readonly server: (index: number) => Server;
  /** Kubeconfig of the forwarding address: its path and its content. */
  readonly kubeconfig: string;
  readonly connection: KubeconfigConnection;
  /** Kills a server. The address forwards to the other one from then on. */
  readonly crash: (index: 0 | 1) => Promise<void>;
  /** Restarts it at the same port. */
  readonly restart: (index: 0 | 1) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export async function startReplicated(): Promise<Replicated> {
  const directory = await mkdtemp(join(tmpdir(), 'e2e-'));
  const etcd = await startEtcd({ members: 3, program: process.env['ETCD_NEW'] });
  const flags = (index: number): string[] => [
    `--data-dir=${join(directory, 'data')}`,
    `--kubeconfig-out=${join(directory, `kubeconfig-${index}`)}`,
    `--etcd-servers=${etcd.endpoints.join(',')}`,
  ];
  // Sequentially, since the first one makes the certificates of both.
  const servers = [await startServer(flags(0)), await startServer(flags(1))];
  const server = (index: number): Server => {
    const found = servers[index];
    if (found === undefined) throw new RangeError(`there is no server ${index}`);
    return found;
  };
  const ports = servers.map(({ port }) => port);
  const portOf = (index: number): number => ports[index] ?? 0;
  const forwarder = await startForwarder(portOf(0));
  const kubeconfig = join(directory, 'kubeconfig');
  const text = (await readFile(server(0).kubeconfig, 'utf8')).replace(`:${portOf(0)}`, `:${forwarder.port}`);
  await writeFile(kubeconfig, text, { mode: 0o600 });
  return {
    etcd,
    directory,
    server,
    kubeconfig,
    connection: await readKubeconfig(text, { directory: dirname(kubeconfig) }),
    async crash(index) {
      forwarder.lead(portOf(1 - index));
      await server(index).crash();
    },
    async restart(index) {
      servers[index] = await startServer([...flags(index), `--secure-port=${portOf(index)}`]);
    },
    async remove() {
      await Promise.all(servers.map((each) => each.crash()));
      await forwarder.close();
      await etcd.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Acknowledged writes: `type name version`, without the version for deletions, whose response has none. */
export type Acknowledged = Set<string>;

/** Milliseconds that a writer waits for an answer. */
const TIMEOUT = 1000;

/** The minimum number of changes of a test on a slow machine, and the maximum duration in milliseconds. */
const ENOUGH = 100;
const EXTRA_TIME = 20_000;

/** Creates, changes and deletes objects through both servers until the signal is aborted and the minimum is reached. */
export async function writeThroughBoth(
  { server }: Replicated,
  namespace: string,
  signal: AbortSignal,
): Promise<Acknowledged> {
  const acknowledged: Acknowledged = new Set();
  let end = Infinity;
  signal.addEventListener('abort', () => (end = performance.now() + EXTRA_TIME), { once: true });
  const isDone = (): boolean => signal.aborted && (acknowledged.size > ENOUGH || performance.now() > end);
  for (let count = 0; !isDone(); count++) {
    const name = `object-${count}`;
    const maps = (index: number) =>
      server(index % 2)
        .client.of(configMaps)
        .namespace(namespace);
    // A proposal forwarded to a dying leader fails only after seconds, when etcd gives it up.
    const limit = () => ({ signal: AbortSignal.timeout(TIMEOUT) });
    try {
      const created = await maps(count).create({ metadata: { name } }, limit());
      acknowledged.add(`ADDED ${name} ${created.metadata.resourceVersion}`);
      const changed = await maps(count + 1).update({ ...created, data: { changed: 'yes' } }, limit());
      acknowledged.add(`MODIFIED ${name} ${changed.metadata.resourceVersion}`);
      if (count % 3 !== 0) continue;
      await maps(count).delete(name, limit());
      acknowledged.add(`DELETED ${name}`);
    } catch {
      // The outcome of an unanswered request is unknown. The writer leaves its object alone.
      await pause(50);
    }
  }
  return acknowledged;
}

/** The acknowledged changes that are missing in the events, which are `type name version`. */
export function missing(acknowledged: Acknowledged, seen: readonly string[]): string[] {
  const found = new Set(seen.map((event) => (event.startsWith('DELETED') ? event.replace(/ \d+$/, '') : event)));
  return [...acknowledged].filter((change) => !found.has(change));
}

/** Repeated events, and events after later ones. */
export function outOfOrder(seen: readonly string[]): string[] {
  const version = (event = ''): number => Number(/\d+$/.exec(event)?.[0] ?? 0);
  return seen.filter((event, index) => index > 0 && version(event) <= version(seen[index - 1]));
}

/** Milliseconds of each outage, and between two. */
const WHILE = 700;

/** Kills each etcd member and then server 0, one after another, and restarts each. */
export async function killEachInTurn(cluster: Replicated, beforeServer: () => void = () => {}): Promise<void> {
  for (const member of [0, 1, 2]) {
    await cluster.etcd.kill(member);
    await pause(WHILE);
    await cluster.etcd.restart(member);
    await pause(WHILE);
  }
  beforeServer();
  await cluster.crash(0);
  await pause(WHILE);
  await cluster.restart(0);
  await pause(WHILE);
}
