import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { observeStore } from '@pilothouse/storage/observed.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { etcdCalls } from './etcd-calls.js';

describe('etcd request metrics', () => {
  const definitions = builtInResources(createDomain());

  const cases: readonly (readonly [key: string, type: string])[] = [
    ['/configmaps/default/a', 'configmaps'],
    ['/configmaps/', 'configmaps'],
    ['/namespaces/a', 'namespaces'],
    ['/apps/deployments/default/a', 'deployments.apps'],
    ['/rbac.authorization.k8s.io/roles/default/a', 'roles.rbac.authorization.k8s.io'],
    ['/example.io/widgets/default/a', 'widgets.example.io'],
    ['/example.io/widgets/', 'widgets.example.io'],
    ['/', ''],
    ['/unknown', ''],
    ['/unknown/things/a', ''],
    ['', ''],
  ];
  for (const [key, type] of cases) {
    it(`count ${JSON.stringify(key)} with the type "${type}"`, () => {
      const calls: unknown[] = [];
      etcdCalls(definitions, { calledEtcd: (...call) => calls.push(call) })('get', key, 250);
      assert.deepEqual(calls, [['get', type, 0.25]]);
    });
  }

  it('count successful and failed requests', async () => {
    const calls: string[] = [];
    const inner = await openEmbeddedStore({ ephemeral: true });
    const observe = (operation: string, key: string): void => void calls.push(`${operation} ${key}`);
    const store = observeStore(inner, { observe, clock: () => 0 });
    const created = await store.create('/a/b', new Uint8Array([1]));
    assert.ok(created.ok);
    await store.get('/a/b');
    await store.list('/a/');
    const updated = await store.update('/a/b', new Uint8Array([2]), created.revision);
    assert.ok(updated.ok);
    await store.delete('/a/b', updated.revision);
    await store.currentRevision();
    await assert.rejects(store.list('/a/', { revision: 10_000 }));
    await store.close();
    assert.deepEqual(calls, [
      'create /a/b',
      'get /a/b',
      'list /a/',
      'update /a/b',
      'delete /a/b',
      'currentRevision ',
      'list /a/',
    ]);
    assert.equal(store.provesProgress, inner.provesProgress);
  });
});
