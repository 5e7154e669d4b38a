import assert from 'node:assert/strict';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { openEtcdStore } from '@pilothouse/storage/etcd/store.js';
import { startEtcd, type TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import { asker, statusOf, type Ask } from './support/ask.js';
import { eventually } from './support/eventually.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { runToEnd, startServer, type Server } from './support/server.js';

const EVENTS = '/api/v1/namespaces/default/events';
const GROUP_EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const MAPS = '/api/v1/namespaces/default/configmaps';

const EVENT = { metadata: { name: 'seen' }, involvedObject: { namespace: 'default' } };
const LABELS = { app: 'a' };
const DEPLOYMENT = {
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: LABELS },
    template: { metadata: { labels: LABELS }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
};

describeWith(['ETCD'], 'resources in an etcd of their own', () => {
  let storage: TestStorage;
  let other: TestEtcd;
  let server: Server;
  let transport: Transport;
  let ask: Ask;
  before(async () => {
    [storage, other] = await Promise.all([createTestStorage('etcd'), startEtcd()]);
    const servers = other.endpoints.join(';');
    server = await startServer([
      ...storage.flags,
      `--etcd-servers-overrides=/events#${servers},apps/deployments#${servers}`,
    ]);
    transport = httpsTransport(server.connection);
    ask = asker(transport);
  });
  after(async () => {
    try {
      await transport.close();
      await server.stop(/"controller failed"|"the store is unavailable"/);
    } finally {
      await other.stop();
      await storage.remove();
    }
  });

  /** The names of the keys in an etcd, without the prefix, that begin with one of these. */
  async function keysIn(etcd: TestEtcd | undefined, ...prefixes: readonly string[]): Promise<string[]> {
    assert.ok(etcd);
    const store = await openEtcdStore({ endpoints: etcd.endpoints, prefix: '/registry' });
    try {
      const lists = await Promise.all(prefixes.map((prefix) => store.list(prefix)));
      return lists.flatMap(({ entries }) => entries.map(({ key }) => key));
    } finally {
      await store.close();
    }
  }

  const versionOf = ({ text }: { text: string }): string =>
    (JSON.parse(text) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;

  it('are written to it, and read as usual', async () => {
    for (const [collection, object] of [
      [EVENTS, EVENT],
      [DEPLOYMENTS, DEPLOYMENT],
      [MAPS, { metadata: { name: 'map' } }],
    ] as const) {
      const made = await ask('POST', collection, { body: JSON.stringify(object) });
      assert.equal(made.status, 201, made.text);
      const found = await ask('GET', `${collection}/${object.metadata.name}`);
      assert.equal(found.text, made.text);
      const list = await ask('GET', collection);
      assert.ok(list.text.includes(`"name":"${object.metadata.name}"`), list.text);
    }
    // Resources of two groups share one location.
    assert.equal((await ask('GET', `${GROUP_EVENTS}/seen`)).status, 200);
    assert.deepEqual(await keysIn(other, '/'), ['/apps/deployments/default/web', '/events/default/seen']);
    assert.deepEqual(await keysIn(storage.etcd, '/apps/', '/events/'), []);
  });

  it('have resourceVersions of that etcd, and watches start from them', async () => {
    const [mapVersion, eventVersion] = [versionOf(await ask('GET', MAPS)), versionOf(await ask('GET', EVENTS))];
    assert.ok(Number(eventVersion) < Number(mapVersion), 'less has happened in the other one');
    const made = await ask('POST', EVENTS, { body: JSON.stringify({ ...EVENT, metadata: { name: 'next' } }) });
    const watch = await ask('GET', `${EVENTS}?watch=1&timeoutSeconds=1&resourceVersion=${eventVersion}`);
    assert.deepEqual(JSON.parse(watch.text), { type: 'ADDED', object: JSON.parse(made.text) as unknown });
  });

  it('are charged to quotas, which are in the other one', async () => {
    const space = '/api/v1/namespaces/limited';
    await ask('POST', '/api/v1/namespaces', { body: JSON.stringify({ metadata: { name: 'limited' } }) });
    const quota = { metadata: { name: 'q' }, spec: { hard: { 'count/deployments.apps': '1' } } };
    await ask('POST', `${space}/resourcequotas`, { body: JSON.stringify(quota) });
    const used = async (): Promise<unknown> => {
      const { text } = await ask('GET', `${space}/resourcequotas/q`);
      const { status } = JSON.parse(text) as { readonly status: { readonly used?: Readonly<Record<string, string>> } };
      return status.used?.['count/deployments.apps'];
    };
    await eventually(async () => (await used()) === '0', 'the quota is measured');
    const create = async (name: string): Promise<number> => {
      const body = JSON.stringify({ ...DEPLOYMENT, metadata: { name } });
      return (await ask('POST', DEPLOYMENTS.replace('default', 'limited'), { body })).status;
    };
    assert.deepEqual([await create('one'), await create('two'), await used()], [201, 403, '1']);
  });

  it('do not block other resources while it is down', async () => {
    await other.kill(0);
    const lost = await ask('GET', `${EVENTS}/seen`);
    assert.match(`${statusOf(lost).code}`, /^50[34]$/);
    assert.equal((await ask('GET', `${MAPS}/map`)).status, 200);
    await assert.rejects(ask('GET', '/readyz'), /\[-\]etcd failed/);
    await other.restart(0);
    await eventually(async () => (await ask('GET', `${EVENTS}/seen`).catch(() => undefined))?.status === 200);
  });

  it('must exist, and must be named as they are stored', async () => {
    const cases = [
      ['/widgets#http://127.0.0.1:1', 'there is no resource widgets'],
      ['events.k8s.io/events#http://127.0.0.1:1', 'events.events.k8s.io are kept as events'],
    ] as const;
    for (const [override, why] of cases) {
      const { code, err } = await runToEnd('apiserver', ...storage.flags, `--etcd-servers-overrides=${override}`);
      assert.equal(code, 1);
      assert.ok(err.includes(`error: --etcd-servers-overrides: ${why}\n`), err);
    }
  });
});
