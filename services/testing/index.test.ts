import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { configMaps, namespaces, pods } from '@pilothouse/client/core.js';
import { createInformer } from '@pilothouse/client/informer.js';
import { clientFromKubeconfig } from '@pilothouse/client/kubeconfig.js';
import { startControlPlane, type ControlPlane } from './index.js';

describe('startControlPlane', () => {
  let plane: ControlPlane;
  before(async () => {
    plane = await startControlPlane();
  });
  after(() => plane.stop());

  it('provides a client with all operations of a typed resource', async () => {
    const maps = plane.client.of(configMaps).namespace('default');
    const created = await maps.create({ metadata: { name: 'crud', labels: { app: 'a' } }, data: { x: '1' } });
    assert.equal(created.kind, 'ConfigMap');
    const updated = await maps.update({ ...created, data: { x: '2' } });
    assert.deepEqual({ ...updated.data }, { x: '2' });
    const patched = await maps.patch('crud', { type: 'merge', value: { data: { y: '3' } } });
    assert.deepEqual({ ...patched.data }, { x: '2', y: '3' });
    const json = await maps.patch(
      'crud',
      { type: 'json', value: [{ op: 'remove', path: '/data/x' }] },
      { dryRun: true },
    );
    assert.deepEqual({ ...json.data }, { y: '3' });
    const read = await maps.get('crud');
    assert.deepEqual({ ...read.data }, { x: '2', y: '3' });
    const { items } = await maps.list({ labelSelector: 'app=a' });
    assert.deepEqual(
      items.map(({ kind, metadata }) => [kind, metadata.name]),
      [['ConfigMap', 'crud']],
    );
    assert.equal(await maps.delete('crud', { preconditions: { uid: created.metadata.uid ?? '' } }), undefined);
    await assert.rejects(maps.get('crud'), (error) => error instanceof StatusError && error.reason === 'NotFound');
  });

  it('applies the default admission plugins to pods', async () => {
    const containers = [{ name: 'c', image: 'i', resources: {} }];
    for (const namespace of ['default', 'new']) {
      if (namespace === 'new') await plane.client.of(namespaces).create({ metadata: { name: namespace } });
      const all = plane.client.of(pods).namespace(namespace);
      const { spec } = await all.create({ metadata: { name: 'p' }, spec: { containers } });
      assert.deepEqual([spec?.serviceAccountName, spec?.priority, spec?.tolerations?.length], ['default', 0, 2]);
      assert.match(spec?.volumes?.[0]?.name ?? '', /^kube-api-access-/);
    }
  });

  it('lists in pages over all namespaces, and deletes collections', async () => {
    const names = ['p1', 'p2', 'p3', 'p4', 'p5'];
    const maps = plane.client.of(configMaps).namespace('default');
    for (const name of names) await maps.create({ metadata: { name, labels: { app: 'pages' } } });
    const pages: unknown[] = [];
    for await (const { items } of plane.client.of(configMaps).pages({ labelSelector: 'app=pages', limit: 2 })) {
      pages.push(items.map(({ metadata }) => metadata.name));
    }
    assert.deepEqual(pages, [['p1', 'p2'], ['p3', 'p4'], ['p5']]);
    await maps.deleteCollection({ labelSelector: 'app=pages' });
    assert.deepEqual((await maps.list({ labelSelector: 'app=pages' })).items, []);
  });

  it('serves an informer', async () => {
    const maps = plane.client.of(configMaps).namespace('default');
    await maps.create({ metadata: { name: 'followed' } });
    const informer = createInformer({ source: maps, fieldSelector: 'metadata.name=followed' });
    const stop = new AbortController();
    const seen: string[] = [];
    for await (const { type, object } of informer.changes(stop.signal)) {
      seen.push(`${type} ${object.metadata.name ?? ''} ${object.data?.['x'] ?? ''}`.trim());
      if (type === 'added') await maps.update({ ...object, data: { x: '1' } });
      if (type === 'modified') await maps.delete('followed');
      if (type === 'deleted') stop.abort();
    }
    await informer.hasSynced;
    assert.deepEqual(seen, ['added followed', 'modified followed 1', 'deleted followed 1']);
    assert.equal(informer.objects.size, 0);
  });

  it('provides a kubeconfig', async () => {
    const client = await clientFromKubeconfig(plane.kubeconfig);
    const { metadata } = await client.of(namespaces).get('default');
    assert.equal(metadata.name, 'default');
    await client.close();
  });

  it('stores objects and certificates in a data directory only', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'control-plane-'));
    const authority = ({ kubeconfig }: ControlPlane) => /certificate-authority-data: (\S+)/.exec(kubeconfig)?.[1];
    try {
      const first = await startControlPlane({ dataDir });
      await first.client.of(namespaces).create({ metadata: { name: 'kept' } });
      await first.stop();
      const second = await startControlPlane({ dataDir });
      assert.equal((await second.client.of(namespaces).get('kept')).metadata.name, 'kept');
      assert.equal(authority(second), authority(first));
      assert.notEqual(authority(plane), authority(first));
      await second.stop();
      await second.stop();
    } finally {
      await rm(dataDir, { recursive: true });
    }
    await assert.rejects(plane.client.of(namespaces).get('kept'), { reason: 'NotFound' });
  });

  it('releases its port on stop', async () => {
    const first = await startControlPlane();
    await first.client.of(namespaces).list();
    await first.stop();
    await assert.rejects(first.client.of(namespaces).list());
    const second = await startControlPlane({ port: Number(new URL(first.url).port) });
    assert.equal(second.url, first.url);
    await second[Symbol.asyncDispose]();
  });

  it('does not start with an aborted signal', async () => {
    await assert.rejects(startControlPlane({ signal: AbortSignal.abort(new Error('never mind')) }), /never mind/);
  });

  for (const etcdServers of [[], ['invalid'], ['http://a:1', 'https://b:1']]) {
    it(`rejects the etcd servers ${JSON.stringify(etcdServers)}`, async () => {
      await assert.rejects(startControlPlane({ etcdServers }), /^TypeError: etcdServers must be/);
    });
  }
});
