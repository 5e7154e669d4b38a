import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createClient } from '@pilothouse/client/client.js';
import { leases } from '@pilothouse/client/coordination.js';
import { configMaps, namespaces, secrets, serviceAccounts } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { eventually } from './support/eventually.js';
import { describeWith } from './support/needs.js';
import { makePlace, type Place } from './support/place.js';
import { runCommand, runToEnd, startServer, type Command, type Server } from './support/server.js';

const NAMESPACE = 'big';
const OBJECTS = 400;
/** Shorter than they are by default, so that nobody waits for long. */
const ELECTION = [
  '--leader-elect-lease-duration=6s',
  '--leader-elect-renew-deadline=4s',
  '--leader-elect-retry-period=1s',
];

describeWith(['ETCD'], 'two controller managers', () => {
  let place: Place;
  let server: Server;
  let managers: Command[];
  const start = (...flags: readonly string[]): Command =>
    runCommand([
      'controller-manager',
      `--kubeconfig=${server.kubeconfig}`,
      '--metrics-bind-address=127.0.0.1:0',
      ...ELECTION,
      `--service-account-private-key-file=${join(place.directory, 'data', 'certificates', 'sa.key')}`,
      ...flags,
    ]);
  const leads = (manager: Command): Promise<unknown> => manager.printed(/The leader is this process/);
  const managerAt = (index: number): Command => {
    const manager = managers[index];
    assert.ok(manager);
    return manager;
  };
  const lease = async () => {
    const collection = server.client.of(leases(createDomain())).namespace('kube-system');
    return (await collection.get('pilothouse-controller-manager')).spec;
  };
  before(async function () {
    this.timeout(30_000);
    place = await makePlace('etcd');
    server = await startServer(place.flags, {}, 'apiserver');
    managers = [start()];
    await leads(managerAt(0));
    managers.push(start());
    await managerAt(1).printed(/The leader is \S+_\S+\.\n/);
  });
  after(async () => {
    for (const manager of managers) manager.kill('SIGKILL');
    await Promise.all(managers.map(({ exited }) => exited));
    await server.stop();
    await place.remove();
  });

  it('tell of themselves, and only one acts', async () => {
    await server.client.of(namespaces).create({ metadata: { name: 'small' } });
    await server.client.of(namespaces).delete('small');
    await isGone('small', 5_000);
    const told = await Promise.all(
      managers.map(async (manager) => {
        const [, url = ''] = await manager.printed(/Health and metrics are at (\S+)\.\n/);
        const [health, ready, metrics] = await Promise.all(
          ['healthz', 'readyz', 'metrics'].map(async (path) => (await fetch(`${url}/${path}`)).text()),
        );
        const value = (pattern: RegExp): number => Number(pattern.exec(metrics ?? '')?.[1] ?? 0);
        return {
          health,
          ready,
          leads: value(/^leader_election_master_status\{name="pilothouse-controller-manager"\} (\d)/m),
          works: value(/^workqueue_adds_total\{name="namespace"\} (\d+)/m) > 0,
        };
      }),
    );
    assert.deepEqual(told, [
      { health: 'ok', ready: 'ok', leads: 1, works: true },
      { health: 'ok', ready: 'ok', leads: 0, works: false },
    ]);
  });

  it('give every namespace what it needs, and collect what nobody owns any more', async () => {
    const { client } = server;
    await client.of(namespaces).create({ metadata: { name: 'full' } });
    const maps = client.of(configMaps).namespace('full');
    const accounts = client.of(serviceAccounts).namespace('full');
    const names = async (source: Pick<typeof maps, 'list'>): Promise<string[]> =>
      (await source.list()).items.map(({ metadata }) => metadata.name ?? '');
    await eventually(async () => (await names(maps)).includes('kube-root-ca.crt'));
    await eventually(async () => (await accounts.list()).items.some(({ metadata }) => metadata.name === 'default'));
    const { metadata: owner } = await maps.create({ metadata: { name: 'owner' } });
    const ownerReferences = [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.uid ?? '', blockOwnerDeletion: true },
    ];
    await maps.create({ metadata: { name: 'dependent', ownerReferences } });
    await maps.delete('owner', { propagationPolicy: 'Foreground' });
    await eventually(async () => (await names(maps)).join() === 'kube-root-ca.crt');
  });

  it('sign tokens with which accounts are let in', async () => {
    const { client } = server;
    await client
      .of(serviceAccounts)
      .namespace('default')
      .create({ metadata: { name: 'robot' } });
    const tokens = client.of(secrets).namespace('default');
    let token = '';
    while (token === '') {
      await pause(20);
      const { items } = await tokens.list({ fieldSelector: 'type=kubernetes.io/service-account-token' });
      token = Buffer.from(items[0]?.data?.['token'] ?? '', 'base64').toString();
    }
    const { url, caPem = '' } = server.connection;
    const robot = createClient({ transport: httpsTransport({ url, caPem, credentials: { token } }) });
    await assert.rejects(robot.of(namespaces).list(), (error) => error instanceof StatusError && error.code === 403);
    await robot.close();
  });

  it('when the leader is killed in the middle of its work, the other finishes it', async function () {
    this.timeout(40_000);
    await server.client.of(namespaces).create({ metadata: { name: NAMESPACE } });
    const maps = server.client.of(configMaps).namespace(NAMESPACE);
    const names = Array.from({ length: OBJECTS }, (_, index) => `map-${index}`);
    await Promise.all(
      names.map((name) => maps.create({ metadata: { name, finalizers: name === 'map-0' ? ['e2e/held'] : [] } })),
    );
    await server.client.of(namespaces).delete(NAMESPACE);
    // The work has begun, and cannot end yet.
    while ((await maps.list({ limit: 1 })).remaining === OBJECTS - 1) await pause(5);
    managerAt(0).kill('SIGKILL');
    const killed = performance.now();
    await maps.patch('map-0', { type: 'merge', value: { metadata: { finalizers: null } } });
    await leads(managerAt(1));
    const seconds = (performance.now() - killed) / 1000;
    // A lease counts from its last renewal, of which there is one a second.
    assert.ok(seconds > 4, `led after ${seconds} s`);
    await isGone(NAMESPACE, 20_000);
    assert.equal((await lease()).leaseTransitions, 1);
  });

  it('SIGTERM hands over at once', async function () {
    this.timeout(20_000);
    managers[0] = start();
    await managerAt(0).printed(/The leader is \S+_\S+\.\n/);
    managerAt(1).kill('SIGTERM');
    const told = performance.now();
    await leads(managerAt(0));
    assert.ok(performance.now() - told < 2_000, `${performance.now() - told} ms`);
    const { code, err } = await managerAt(1).exited;
    assert.deepEqual([code, err], [0, '']);
    assert.equal((await lease()).leaseTransitions, 2);
  });

  it('a leader whose lease was taken from it ends with 1', async function () {
    this.timeout(30_000);
    const flags = ['--leader-elect-resource-name=short', '--leader-elect-lease-duration=5s'];
    const manager = start(...flags, '--leader-elect-renew-deadline=2s', '--leader-elect-retry-period=500ms');
    await leads(manager);
    const collection = server.client.of(leases(createDomain())).namespace('kube-system');
    await collection.patch('short', { type: 'merge', value: { spec: { holderIdentity: 'somebody else' } } });
    const { code, err } = await manager.exited;
    assert.equal(code, 1);
    assert.match(err, /^error: the lease could not be renewed in time/m);
  });

  it('say what is wrong with a kubeconfig', async () => {
    const { code, err } = await runToEnd('controller-manager', `--kubeconfig=${process.execPath}`);
    assert.equal(code, 1);
    assert.match(err, /^error: the kubeconfig cannot be read: /);
  });

  async function isGone(namespace: string, within: number): Promise<void> {
    const end = performance.now() + within;
    for (;;) {
      const there = await server.client
        .of(namespaces)
        .get(namespace)
        .catch((error: unknown) => {
          if (error instanceof StatusError && error.code === 404) return undefined;
          throw error;
        });
      if (there === undefined) return;
      assert.ok(performance.now() < end, `${namespace} is still there`);
      await pause(50);
    }
  }
});
