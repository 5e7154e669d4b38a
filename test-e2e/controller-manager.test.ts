import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { createClient } from '@pilothouse/client/client.js';
import { leases } from '@pilothouse/client/coordination.js';
import { configMaps, namespaces, secrets, serviceAccounts } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { accountOf, CONTROLLER_NAMES, MANAGER_USER } from '@pilothouse/controllers/names.js';
import { newAuthority, newClient } from './support/certificates.js';
import { eventually } from './support/eventually.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { runCommand, runToEnd, startServer, type Command, type Server } from './support/server.js';

const NAMESPACE = 'big';
const OBJECTS = 400;
const LEASE_SECONDS = 6;
/** Shorter than the defaults, to keep the tests short. */
const ELECTION = [
  `--leader-elect-lease-duration=${LEASE_SECONDS}s`,
  '--leader-elect-renew-deadline=4s',
  '--leader-elect-retry-period=1s',
];

describeWith(['ETCD'], 'two controller managers', () => {
  let storage: TestStorage;
  let server: Server;
  let managers: Command[];
  /** Every manager that was started. */
  const started: Command[] = [];
  const file = (name: string): string => join(storage.directory, name);
  /** The client of a manager, with only the permissions of its role unless another user is named. */
  const start = (flags: readonly string[] = [], kubeconfigFile = file('manager.yaml')): Command => {
    const command = runCommand([
      'controller-manager',
      `--kubeconfig=${kubeconfigFile}`,
      '--metrics-bind-address=127.0.0.1:0',
      ...ELECTION,
      `--service-account-private-key-file=${join(storage.directory, 'data', 'certificates', 'sa.key')}`,
      '--legacy-service-account-tokens=true',
      ...flags,
    ]);
    started.push(command);
    return command;
  };
  const leads = (manager: Command): Promise<unknown> => manager.printed(/The leader is this process/);
  const managerAt = (index: number): Command => {
    const manager = managers[index];
    assert.ok(manager);
    return manager;
  };
  const lease = async () => {
    const collection = server.client.of(leases).namespace('kube-system');
    return (await collection.get('pilothouse-controller-manager')).spec;
  };
  before(async function () {
    this.timeout(30_000);
    storage = await createTestStorage('etcd');
    const users = await newAuthority();
    await writeFile(file('users.crt'), users.certPem);
    server = await startServer([...storage.flags, `--client-ca-file=${file('users.crt')}`], {}, 'apiserver');
    const { url, caPem = '' } = server.connection;
    const user = await newClient(users, { commonName: MANAGER_USER });
    await writeFile(file('manager.yaml'), kubeconfig({ server: url, caPem, user, name: 'manager' }));
    managers = [start()];
    await leads(managerAt(0));
    managers.push(start());
    await managerAt(1).printed(/The leader is \S+_\S+\.\n/);
  });
  after(async () => {
    for (const manager of started) manager.kill('SIGKILL');
    const ended = await Promise.all(started.map(({ exited }) => exited));
    for (const { err } of ended) assert.doesNotMatch(err, /forbidden|unauthorized/i);
    await server.stop();
    await storage.remove();
  });

  it('report their version, health and metrics, and only the leader acts', async () => {
    await server.client.of(namespaces).create({ metadata: { name: 'small' } });
    await server.client.of(namespaces).delete('small');
    await isGone('small', 5_000);
    const told = await Promise.all(
      managers.map(async (manager) => {
        const [, url = ''] = await manager.printed(/Health and metrics are at (\S+)\.\n/);
        const [health, ready, metrics, status = '', flags = ''] = await Promise.all(
          ['healthz', 'readyz', 'metrics', 'statusz', 'flagz'].map(async (path) =>
            (await fetch(`${url}/${path}`)).text(),
          ),
        );
        const value = (pattern: RegExp): number => Number(pattern.exec(metrics ?? '')?.[1] ?? 0);
        return {
          health,
          ready,
          pages: [status.split('\n')[1], /^leader-elect=.*/m.exec(flags)?.[0]],
          leads: value(/^leader_election_master_status\{name="pilothouse-controller-manager"\} (\d)/m),
          asks: value(/^rest_client_requests_total\{code="200",method="GET",host="[\d.:]+"\} (\d+)/m) > 0,
          works: value(/^workqueue_adds_total\{name="namespace"\} (\d+)/m) > 0,
        };
      }),
    );
    const pages = ['kube-controller-manager statusz', 'leader-elect=true'];
    assert.deepEqual(told, [
      { health: 'ok', ready: 'ok', pages, leads: 1, asks: true, works: true },
      { health: 'ok', ready: 'ok', pages, leads: 0, asks: true, works: false },
    ]);
  });

  it('populate every namespace, and delete objects whose owner is gone', async () => {
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

  it('act as service accounts, which they create and recreate', async () => {
    const accounts = server.client.of(serviceAccounts).namespace('kube-system');
    const wanted = CONTROLLER_NAMES.map(accountOf);
    const metadata = async () => (await accounts.list()).items.map((account) => account.metadata);
    const uidOf = async (wantedName: string) => (await metadata()).find(({ name }) => name === wantedName)?.uid;
    // A controller authenticates when it first has something to write.
    const own = (await metadata()).flatMap(({ name = '' }) => (name === 'default' ? [] : [name]));
    assert.ok(own.length > 3 && own.every((name) => wanted.includes(name)), own.join());
    // No other user can read their tokens.
    assert.deepEqual((await server.client.of(secrets).namespace('kube-system').list()).items, []);
    const before = await uidOf('namespace-controller');
    await accounts.delete('namespace-controller');
    await server.client.of(namespaces).create({ metadata: { name: 'later' } });
    await server.client.of(namespaces).delete('later');
    await isGone('later', 10_000);
    const after = await uidOf('namespace-controller');
    assert.ok(after !== undefined && after !== before);
  });

  it('sign tokens of service accounts, which the API server accepts', async () => {
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
    // The work has begun, and cannot finish yet.
    while ((await maps.list({ limit: 1 })).remaining === OBJECTS - 1) await pause(5);
    managerAt(0).kill('SIGKILL');
    await managerAt(0).exited;
    const { renewTime = '' } = await lease();
    await maps.patch('map-0', { type: 'merge', value: { metadata: { finalizers: null } } });
    await leads(managerAt(1));
    const { acquireTime = '', leaseTransitions } = await lease();
    const seconds = (Date.parse(acquireTime) - Date.parse(renewTime)) / 1000;
    assert.ok(seconds >= LEASE_SECONDS, `taken over ${seconds} s after it was last renewed`);
    assert.equal(leaseTransitions, 1);
    await isGone(NAMESPACE, 20_000);
  });

  it('on SIGTERM, the leader releases its lease at once', async function () {
    this.timeout(20_000);
    managers[0] = start();
    await managerAt(0).printed(/The leader is \S+_\S+\.\n/);
    managerAt(1).kill('SIGTERM');
    const told = performance.now();
    await leads(managerAt(0));
    assert.ok(performance.now() - told < LEASE_SECONDS * 1000, `${performance.now() - told} ms`);
    const { code, err } = await managerAt(1).exited;
    assert.deepEqual([code, err], [0, '']);
    assert.equal((await lease()).leaseTransitions, 2);
  });

  it('a leader that loses its lease exits with code 1', async function () {
    this.timeout(30_000);
    const flags = ['--leader-elect-resource-name=short', '--leader-elect-lease-duration=5s'];
    // The role names no other lease, and an administrator needs no service accounts.
    const more = ['--leader-elect-renew-deadline=2s', '--leader-elect-retry-period=500ms'];
    const manager = start([...flags, ...more, '--use-service-account-credentials=false'], server.kubeconfig);
    await leads(manager);
    const collection = server.client.of(leases).namespace('kube-system');
    await collection.patch('short', { type: 'merge', value: { spec: { holderIdentity: 'another manager' } } });
    const { code, err } = await manager.exited;
    assert.equal(code, 1);
    assert.match(err, /^error: the lease was not renewed in time/m);
  });

  it('report what is wrong with a kubeconfig', async () => {
    const { code, err } = await runToEnd('controller-manager', `--kubeconfig=${process.execPath}`);
    assert.equal(code, 1);
    assert.match(err, /^error: \S+: the kubeconfig cannot be read: /);
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
