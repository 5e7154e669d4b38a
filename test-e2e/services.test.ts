import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@pilothouse/client/client.js';
import { endpoints, services } from '@pilothouse/client/core.js';
import { ipAddresses } from '@pilothouse/client/networking.js';
import { eventually } from './support/eventually.js';
import { describeWith } from './support/needs.js';
import { startServer, type Server } from './support/server.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';

const PORTS = 20;
const WRITERS = 4;
const ROUNDS = 3;

describeWith(['ETCD'], 'services of two servers on etcd', () => {
  let storage: TestStorage;
  let servers: [Server, Server];

  const start = (index: 0 | 1): Promise<Server> =>
    startServer(
      [
        ...storage.flags,
        `--kubeconfig-out=${join(storage.directory, `kubeconfig-${index}`)}`,
        '--service-cluster-ip-range=10.7.0.0/26',
        `--service-node-port-range=30000+${PORTS}`,
        `--advertise-address=192.0.2.${index + 1}`,
      ],
      {},
      index === 0 ? 'up' : 'apiserver',
    );

  before(async () => {
    storage = await createTestStorage('etcd');
    const first = await start(0);
    servers = [first, await start(1)];
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.crash()));
    await storage.remove();
  });

  const all = ({ client }: Server) => client.of(services).namespace('default');

  async function listed() {
    const { items } = await all(servers[0]).list();
    return items.filter(({ metadata }) => metadata.name !== 'kubernetes');
  }

  /** Every address belongs to one service, and every IPAddress to a service. */
  async function assertConsistent(): Promise<void> {
    const { items } = await all(servers[0]).list();
    const given = items.flatMap(({ spec }) => spec.clusterIPs ?? []).sort();
    const kept = (await servers[0].client.of(ipAddresses).list()).items.map(({ metadata: { name = '' } }) => name);
    assert.deepEqual(kept.sort(), given);
    assert.equal(new Set(given).size, given.length);
    const ports = items
      .flatMap(({ spec }) => (spec.ports ?? []).map(({ nodePort = 0 }) => nodePort))
      .filter((port) => port > 0);
    assert.equal(new Set(ports).size, ports.length);
  }

  /** Creates and deletes services until the signal is aborted. Failures are those of a server that was killed, or of a full range. */
  async function write(client: Client, writer: string, signal: AbortSignal): Promise<void> {
    const collection = client.of(services).namespace('default');
    for (let count = 0; !signal.aborted; count++) {
      const name = `s-${writer}-${count}`;
      const spec = { type: 'NodePort', ports: [{ port: 80 }] };
      await collection.create({ metadata: { name }, spec }).catch(() => pause(2));
      if (count % 3 !== 0) await collection.delete(name).catch(() => undefined);
    }
  }

  it('keep addresses and node ports apart, and lose none, while a server is killed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const writing = new AbortController();
      const writers = servers.flatMap((server, index) =>
        Array.from({ length: WRITERS }, (_, writer) =>
          write(server.client, `${round}-${index}-${writer}`, writing.signal),
        ),
      );
      await pause(400);
      await servers[1].crash();
      writing.abort();
      await Promise.all(writers);
      await assertConsistent();
      servers[1] = await start(1);
    }
    for (const { metadata } of await listed()) await all(servers[0]).delete(metadata.name ?? '');
    await assertConsistent();
  });

  it('take the whole range of node ports, each once, and no more', async () => {
    const create = (index: number): Promise<number | string> =>
      all(servers[index % 2 === 0 ? 0 : 1])
        .create({ metadata: { name: `p${index}` }, spec: { type: 'NodePort', ports: [{ port: 80 }] } })
        .then(
          ({ spec }) => spec.ports?.[0]?.nodePort ?? 0,
          (error: unknown) => String(error),
        );
    const answers = await Promise.all(Array.from({ length: PORTS + 6 }, (_, index) => create(index)));
    const given = answers.filter((answer) => typeof answer === 'number');
    assert.equal(new Set(given).size, PORTS, answers.join('\n'));
    for (const answer of answers.filter((each) => typeof each === 'string')) {
      assert.match(answer, /failed to allocate a nodePort: range is full/);
    }
    await assertConsistent();
  });

  it('have the endpoints of the servers that run', async () => {
    const addresses = async (): Promise<string> => {
      const { subsets = [] } = await servers[0].client.of(endpoints).namespace('default').get('kubernetes');
      return subsets.flatMap((subset) => (subset.addresses ?? []).map(({ ip }) => ip)).join();
    };
    await eventually(async () => (await addresses()) === '192.0.2.1,192.0.2.2', 'both endpoints');
    await servers[1].stop(/range is full/);
    assert.equal(await addresses(), '192.0.2.1');
    servers[1] = await start(1);
    await eventually(async () => (await addresses()) === '192.0.2.1,192.0.2.2', 'both endpoints after a start');
    await servers[1].crash();
    await eventually(async () => (await addresses()) === '192.0.2.1', 'the endpoint of a killed server to expire');
  });
});
