import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { startApiServer } from '@pilothouse/apiserver/main.js';
import { createClient } from '@pilothouse/client/client.js';
import type { Collection } from '@pilothouse/client/collection.js';
import { configMaps, events, namespaces, secrets } from '@pilothouse/client/core.js';
import { clusterRoles, roles } from '@pilothouse/client/rbac.js';
import type { ApiObject } from '@pilothouse/client/resource-type.js';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing';
import { eventually } from '../support/eventually.js';
import { createKubectl } from '../support/kubectl.js';
import { describeWith } from '../support/needs.js';

function ownedBy(
  { apiVersion = '', kind = '', metadata }: ApiObject,
  rest: Partial<OwnerReference> = {},
): OwnerReference {
  return { apiVersion, kind, name: metadata.name ?? '', uid: metadata.uid ?? '', ...rest };
}

describe('garbage collector', () => {
  let plane: ControlPlane;
  let maps: Collection<ConfigMap>;
  before(async () => {
    plane = await startControlPlane();
    maps = plane.client.of(configMaps).namespace('default');
  });
  after(() => plane.stop());

  const make = (name: string, ...ownerReferences: OwnerReference[]): Promise<ConfigMap> =>
    maps.create({ metadata: { name, ownerReferences } });
  const exists = async (name: string): Promise<boolean> => {
    try {
      await maps.get(name);
      return true;
    } catch (error) {
      if (error instanceof StatusError && error.reason === 'NotFound') return false;
      throw error;
    }
  };
  const gone = (...names: string[]): Promise<void> =>
    eventually(async () => {
      const { items } = await maps.list();
      return !items.some(({ metadata }) => names.includes(metadata.name ?? ''));
    }, `${names.join()} gone`);
  const ownersOf = async (name: string): Promise<string[]> => {
    const { metadata } = await maps.get(name);
    return (metadata.ownerReferences ?? []).map((owner) => owner.name);
  };

  it('deletes dependents of a deleted object, across types and levels', async () => {
    const root = await make('root');
    const secret = await plane.client
      .of(secrets)
      .namespace('default')
      .create({ metadata: { name: 'branch', ownerReferences: [ownedBy(root)] } });
    await make('leaf', ownedBy(secret));
    await maps.delete('root');
    await gone('leaf');
    await assert.rejects(plane.client.of(secrets).namespace('default').get('branch'), { reason: 'NotFound' });
  });

  it('deletes a chain of 50 in the background and in the foreground', async () => {
    for (const propagationPolicy of ['Background', 'Foreground'] as const) {
      let last = await make('link-0');
      for (let index = 1; index < 50; index++) {
        last = await make(`link-${index}`, ownedBy(last, { blockOwnerDeletion: true }));
      }
      await maps.delete('link-0', { propagationPolicy });
      await gone(...Array.from({ length: 50 }, (_, index) => `link-${index}`));
    }
  });

  it('deletes many dependents of one owner', async () => {
    const root = await make('fan');
    const names = Array.from({ length: 200 }, (_, index) => `blade-${index}`);
    await Promise.all(names.map((name) => make(name, ownedBy(root, { blockOwnerDeletion: true }))));
    await maps.delete('fan', { propagationPolicy: 'Foreground' });
    await gone('fan');
    const { items } = await maps.list();
    assert.deepEqual(
      items.filter(({ metadata }) => metadata.name?.startsWith('blade')),
      [],
    );
  });

  it('keeps a dependent with another owner, and removes the reference to the deleted one', async () => {
    const [first, second] = [await make('first'), await make('second')];
    await make('shared', ownedBy(first), ownedBy(second));
    await maps.delete('first');
    await eventually(async () => (await ownersOf('shared')).join() === 'second', 'one owner left');
    await maps.delete('second');
    await gone('shared');
  });

  it("deletes an object whose owner never existed, and one created after its owner's deletion", async () => {
    const root = await make('late');
    await make('stray', { ...ownedBy(root), uid: 'no-such-uid' });
    await gone('stray');
    assert.ok(await exists('late'));
    await maps.delete('late');
    await make('later', ownedBy(root));
    await gone('later');
  });

  it('deletes an object whose owner is in another namespace, and records an event with the reason', async () => {
    await plane.client.of(namespaces).create({ metadata: { name: 'elsewhere' } });
    const far = await plane.client
      .of(configMaps)
      .namespace('elsewhere')
      .create({ metadata: { name: 'far' } });
    const { metadata } = await make('near', ownedBy(far));
    await gone('near');
    const ofNear = { fieldSelector: `involvedObject.uid=${metadata.uid ?? ''}` };
    const list = async () => (await plane.client.of(events).namespace('default').list(ofNear)).items;
    await eventually(async () => (await list()).length > 0, 'an event');
    const [event] = await list();
    assert.deepEqual(
      [event?.type, event?.reason, event?.message],
      [
        'Warning',
        'OwnerRefInvalidNamespace',
        `ownerRef [v1/ConfigMap, namespace: default, name: far, uid: ${far.metadata.uid ?? ''}] does not exist in namespace "default"`,
      ],
    );
  });

  it('lets a cluster-scoped object own a namespaced one, and not the reverse', async () => {
    const all = plane.client.of(clusterRoles);
    const wide = await all.create({ metadata: { name: 'wide' } });
    const narrow = plane.client.of(roles).namespace('default');
    await narrow.create({ metadata: { name: 'narrow', ownerReferences: [ownedBy(wide)] } });
    await all.create({ metadata: { name: 'lost', ownerReferences: [ownedBy(await make('small'))] } });
    await all.delete('wide');
    await maps.delete('small');
    await eventually(async () => (await narrow.list()).items.length === 0, 'narrow gone');
    assert.ok(await all.get('lost'));
  });

  it('does not mistake a recreated object for the deleted one', async () => {
    const root = await make('again');
    await make('child', ownedBy(root));
    await maps.delete('child');
    await make('child');
    await maps.delete('again');
    await make('again');
    await make('witness', ownedBy(root));
    await gone('witness');
    assert.deepEqual([await exists('child'), await exists('again')], [true, true]);
  });

  it('does not block on an object with a finalizer', async () => {
    const root = await make('holder');
    const finalizers = ['example.com/never'];
    await maps.create({ metadata: { name: 'held', finalizers, ownerReferences: [ownedBy(root)] } });
    await make('free', ownedBy(root));
    await maps.delete('holder', { propagationPolicy: 'Foreground' });
    await gone('holder', 'free');
    assert.ok((await maps.get('held')).metadata.deletionTimestamp);
    await maps.patch('held', { type: 'merge', value: { metadata: { finalizers: null } } });
    await gone('held');
  });

  describeWith(['KUBECTL'], 'with kubectl delete', () => {
    let home: string;
    before(async () => {
      home = await mkdtemp(join(tmpdir(), 'e2e-'));
      await writeFile(join(home, 'config'), plane.kubeconfig);
    });
    after(() => rm(home, { recursive: true, force: true }));
    const kubectl = (...args: readonly string[]): Promise<string> =>
      createKubectl({ tool: 'KUBECTL', kubeconfig: join(home, 'config'), home })(args);

    it('--cascade=orphan, orphans the dependents', async () => {
      const root = await make('parent');
      await make('orphan', ownedBy(root));
      await kubectl('delete', 'configmap', 'parent', '--cascade=orphan');
      await gone('parent');
      assert.deepEqual(await ownersOf('orphan'), []);
    });

    it('--cascade=foreground, returns when the dependents are deleted', async () => {
      const root = await make('front');
      const child = await make('front-child', ownedBy(root, { blockOwnerDeletion: true }));
      await make('front-grandchild', ownedBy(child, { blockOwnerDeletion: true }));
      await kubectl('delete', 'configmap', 'front', '--cascade=foreground');
      const found = await Promise.all(['front', 'front-child', 'front-grandchild'].map(exists));
      assert.deepEqual(found, [false, false, false]);
    });

    it('--cascade=background, deletes the dependents afterwards', async () => {
      const root = await make('back');
      await make('back-child', ownedBy(root));
      await kubectl('delete', 'configmap', 'back', '--cascade=background');
      assert.equal(await exists('back'), false);
      await gone('back-child');
    });
  });
});

describe('garbage collector after a restart', () => {
  it('deletes dependents of owners that were deleted before', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'e2e-'));
    try {
      const storage = { type: 'embedded', directory: join(directory, 'store') } as const;
      const options = { bindAddress: '127.0.0.1', securePort: 0, apiDomain: 'k8s.io', verbosity: 0, storage };
      const alone = await startApiServer(options, { signal: new AbortController().signal });
      const client = createClient({ transport: alone.connect({ name: 'admin', groups: ['system:masters'] }) });
      await client.of(namespaces).create({ metadata: { name: 'old' } });
      const before = client.of(configMaps).namespace('old');
      const root = await before.create({ metadata: { name: 'root' } });
      await before.create({ metadata: { name: 'left', ownerReferences: [ownedBy(root)] } });
      await before.delete('root');
      await client.close();
      await alone.stop();

      const plane = await startControlPlane({ dataDir: directory });
      try {
        const after = plane.client.of(configMaps).namespace('old');
        await eventually(async () => {
          const { items } = await after.list({ fieldSelector: 'metadata.name=left' });
          return items.length === 0;
        }, 'what was left is gone');
      } finally {
        await plane.stop();
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
