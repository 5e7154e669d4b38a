import assert from 'node:assert/strict';
import type { Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import { leases } from '@pilothouse/client/coordination.js';
import { configMaps, namespaces, secrets, serviceAccounts } from '@pilothouse/client/core.js';
import { discover } from '@pilothouse/client/discover.js';
import { roles } from '@pilothouse/client/rbac.js';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing';
import { eventually } from '../support/eventually.js';

describe('deleted namespaces', () => {
  let plane: ControlPlane;
  before(async () => {
    plane = await startControlPlane();
  });
  after(() => plane.stop());

  const all = () => plane.client.of(namespaces);
  const isGone = async (name: string): Promise<boolean> =>
    !(await all().list()).items.some(({ metadata }) => metadata.name === name);

  /** All objects in a namespace, such as `configmaps/a`. */
  async function contentOf(namespace: string): Promise<string[]> {
    const { types } = await discover(plane.client);
    const listed = types.filter(({ type, verbs }) => type.scope === 'Namespaced' && verbs.includes('list'));
    const found = await Promise.all(
      listed.map(async ({ type }) =>
        (await plane.client.all(type).list()).items
          .filter(({ metadata }) => metadata.namespace === namespace)
          .map(({ metadata }) => `${type.resource}/${metadata.name ?? ''}`),
      ),
    );
    return found.flat();
  }

  async function fill(namespace: string, count: number): Promise<void> {
    const metadata = { metadata: { generateName: 'x-' } };
    const { client } = plane;
    for (let index = 0; index < count; index++) {
      await Promise.all([
        client.of(configMaps).namespace(namespace).create(metadata),
        client.of(secrets).namespace(namespace).create(metadata),
        client.of(serviceAccounts).namespace(namespace).create(metadata),
        client.of(roles).namespace(namespace).create(metadata),
        client.of(leases).namespace(namespace).create(metadata),
      ]);
    }
  }

  it('are removed with all their objects, many at a time', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `full-${index}`);
    for (const name of names) {
      await all().create({ metadata: { name } });
      await fill(name, 2);
    }
    await Promise.all(names.map((name) => all().delete(name)));
    await eventually(async () => (await Promise.all(names.map(isGone))).every(Boolean));
    for (const name of names) assert.deepEqual(await contentOf(name), []);
  });

  it('report remaining objects in conditions, do not block others, and are removed once they are empty', async () => {
    const maps = plane.client.of(configMaps).namespace('held');
    await all().create({ metadata: { name: 'held' } });
    await all().create({ metadata: { name: 'free' } });
    await fill('held', 1);
    for (const name of ['a', 'b']) await maps.create({ metadata: { name, finalizers: ['example.org/hold'] } });
    await all().delete('held');
    await all().delete('free');
    await eventually(() => isGone('free'));
    const told = (namespace: Namespace): string[] =>
      (namespace.status.conditions ?? [])
        .filter(({ status }) => status === 'True')
        .map(({ type, reason = '', message = '' }) => `${type} ${reason}: ${message}`);
    await eventually(async () => told(await all().get('held')).length === 2);
    const held = await all().get('held');
    assert.equal(held.status.phase, 'Terminating');
    assert.deepEqual(told(held), [
      'NamespaceContentRemaining SomeResourcesRemain: Some resources are remaining: configmaps. has 2 resource instances',
      'NamespaceFinalizersRemaining SomeFinalizersRemain: ' +
        'Some content in the namespace has finalizers remaining: example.org/hold in 2 resource instances',
    ]);
    assert.deepEqual(await contentOf('held'), ['configmaps/a', 'configmaps/b']);
    for (const name of ['a', 'b']) await maps.patch(name, { type: 'merge', value: { metadata: { finalizers: null } } });
    await eventually(() => isGone('held'));
  });

  it('can be created again as soon as they are removed', async () => {
    const { metadata: first } = await all().create({ metadata: { name: 'again' } });
    await fill('again', 1);
    await all().delete('again');
    await eventually(() => isGone('again'));
    const { metadata: second } = await all().create({ metadata: { name: 'again' } });
    assert.notEqual(second.uid, first.uid);
    await eventually(async () => (await contentOf('again')).includes('serviceaccounts/default'));
    assert.equal((await all().get('again')).status.phase, 'Active');
  });
});
