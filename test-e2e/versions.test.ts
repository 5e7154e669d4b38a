import assert from 'node:assert/strict';
import { join } from 'node:path';
import { leases } from '@pilothouse/client/coordination.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { eventually } from './support/eventually.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { runToEnd, startServer, type Server } from './support/server.js';

const BETA = 'storage.k8s.io/v1beta1';
const CAPACITY = (version: string, name: string): string =>
  JSON.stringify({
    apiVersion: `storage.k8s.io/${version}`,
    kind: 'CSIStorageCapacity',
    metadata: { name, namespace: 'default' },
    storageClassName: 'fast',
  });

describeWith(['KUBECTL'], 'API versions', () => {
  let storage: TestStorage;
  let server: Server;
  let kubectl: Kubectl;

  const start = async (...flags: readonly string[]): Promise<void> => {
    server = await startServer([...storage.flags, ...flags]);
    kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: server.kubeconfig, home: storage.directory });
  };
  beforeEach(async () => {
    storage = await createTestStorage('embedded');
  });
  afterEach(() => storage.remove());

  it('return 404 when they are removed or disabled, while their objects stay', async () => {
    await start();
    assert.ok(!(await kubectl(['api-versions'])).split('\n').includes(BETA));
    const refused = await kubectl.attempt(['create', '-f', '-'], { input: CAPACITY('v1beta1', 'b') });
    assert.notEqual(refused.code, 0);
    assert.match(refused.err, /no matches for kind "CSIStorageCapacity" in version "storage\.k8s\.io\/v1beta1"/);
    await kubectl(['create', '-f', '-'], { input: CAPACITY('v1', 'a') });
    await server.stop();

    await start('--runtime-config=storage.k8s.io/v1/csidrivers=false');
    assert.doesNotMatch(await kubectl(['api-resources']), /csidrivers/);
    assert.equal(await kubectl(['get', 'csistoragecapacities', '-o', 'name']), 'csistoragecapacity.storage.k8s.io/a\n');
    await server.stop();
  });

  it("stay available to controllers and admission plugins in the server's process when they are disabled", async () => {
    await start('--runtime-config=v1/serviceaccounts=false,scheduling.k8s.io/v1=false,coordination.k8s.io/v1=false');
    await kubectl(['create', 'namespace', 'new']);
    assert.equal(await kubectl(['-n', 'new', 'run', 'a', '--image=x']), 'pod/a created\n');
    const found = await kubectl([
      '-n',
      'new',
      'get',
      'pod',
      'a',
      '-o',
      'jsonpath={.spec.serviceAccountName} {.spec.priority}',
    ]);
    assert.equal(found, 'default 0');
    await server.stop();
  });

  it('that were enabled before are found in the store, and migrated', async () => {
    await start();
    await server.stop();
    const key = (name: string): string => `/storage.k8s.io/csistoragecapacities/default/${name}`;
    const names = ['a', 'b', 'c'];
    let store = await openEmbeddedStore({ directory: join(storage.directory, 'data', 'store') });
    for (const name of names) {
      const { metadata, ...rest } = JSON.parse(CAPACITY('v1beta1', name)) as { metadata: object };
      const stored = { kind: 'CSIStorageCapacity', apiVersion: BETA, metadata: { ...metadata, uid: name }, ...rest };
      assert.ok((await store.create(key(name), Buffer.from(JSON.stringify(stored)))).ok);
    }
    await store.close();

    await start();
    assert.match(await kubectl(['get', 'csistoragecapacities', '-o', 'yaml']), /apiVersion: storage\.k8s\.io\/v1\n/);
    const migrate = (...flags: readonly string[]) =>
      runToEnd(
        'migrate-storage',
        `--kubeconfig=${server.kubeconfig}`,
        `--cursor-file=${join(storage.directory, 'cursor.json')}`,
        '--resources=csistoragecapacities',
        '--page-size=2',
        ...flags,
      );
    const NAME = 'csistoragecapacities.storage.k8s.io';
    const dry = await migrate('--dry-run');
    assert.deepEqual([dry.code, dry.err], [0, '']);
    assert.equal(dry.out, `${NAME}: 3 can be written.\nDone: 3 can be written.\n`);
    const counts = { writable: 3, gone: 0, failed: 0 };
    assert.deepEqual(JSON.parse((await migrate('--dry-run', '--output=json')).out), {
      dryRun: true,
      ...counts,
      resources: [{ resource: NAME, ...counts }],
      failures: [],
    });
    const first = await migrate();
    assert.deepEqual([first.code, first.err], [0, '']);
    assert.match(first.out, /\nDone: 3 rewritten, 0 up to date\.\nFormer values stay .* for about ten minutes, .*\n$/);
    assert.match((await migrate()).out, /\nDone: 0 rewritten, 3 up to date\.\n$/);
    await server.stop();

    store = await openEmbeddedStore({ directory: join(storage.directory, 'data', 'store') });
    const { entries } = await store.list(key(''));
    await store.close();
    assert.deepEqual(
      entries.map(({ value }) => /"apiVersion":"([^"]+)"/.exec(Buffer.from(value).toString())?.[1]),
      names.map(() => 'storage.k8s.io/v1'),
    );
  });

  it('and feature gates that are unknown are reported before the start', async () => {
    const wrong: readonly (readonly [flag: string, code: number, error: RegExp])[] = [
      ['--runtime-config=nowhere/v1=true', 1, /^error: --runtime-config: "nowhere\/v1" is none of api\/all, api\/ga, /],
      ['--runtime-config=api/all=maybe', 2, /^error: --runtime-config: invalid value of api\/all=maybe: /],
      ['--feature-gates=WatchBookmark=false', 2, /feature is locked to true\n$/],
      ['--feature-gates=Nothing=false', 2, /^error: --feature-gates: unrecognized feature gate: Nothing; there are /],
    ];
    for (const [flag, code, error] of wrong) {
      const exit = await runToEnd('up', '--secure-port=0', ...storage.flags, flag);
      assert.equal(exit.code, code, exit.err);
      assert.match(exit.err, error);
    }
  });
});

describeWith(['ETCD'], 'a server on etcd', () => {
  for (const isOn of [true, false]) {
    it(`${isOn ? 'publishes' : 'does not publish'} its identity lease with APIServerIdentity ${isOn ? 'on' : 'off'}`, async () => {
      const storage = await createTestStorage('etcd');
      const server = await startServer(
        [...storage.flags, `--feature-gates=APIServerIdentity=${isOn}`],
        {},
        'apiserver',
      );
      const all = server.client.of(leases).namespace('kube-system');
      const own = async (): Promise<number> =>
        (await all.list({ labelSelector: 'apiserver.kubernetes.io/identity' })).items.length;
      if (isOn) await eventually(async () => (await own()) === 1);
      else assert.equal(await own(), 0);
      await server.stop();
      await storage.remove();
    });
  }
});
