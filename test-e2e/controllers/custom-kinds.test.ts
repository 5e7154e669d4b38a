import assert from 'node:assert/strict';
import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { customResourceDefinitions } from '@pilothouse/client/apiextensions.js';
import type { Client } from '@pilothouse/client/client.js';
import type { Collection } from '@pilothouse/client/collection.js';
import { configMaps, namespaces } from '@pilothouse/client/core.js';
import { clusterRoles, roleBindings } from '@pilothouse/client/rbac.js';
import type { ApiObject } from '@pilothouse/client/resource-type.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing';
import { clusterScopedIn, definitionOf, namespacedIn, type CustomObject } from '../support/definitions.js';
import { eventually } from '../support/eventually.js';

describe('controllers and custom kinds', () => {
  let plane: ControlPlane;
  let client: Client;
  /** Warnings and errors in the log of the control plane. */
  const warnings: unknown[] = [];
  let kinds = 0;

  before(async () => {
    const destination = { write: (line: string) => void warnings.push(JSON.parse(line)) };
    plane = await startControlPlane({ logger: createLogger(0, destination) });
    ({ client } = plane);
  });
  after(() => plane.stop());
  afterEach(() => {
    assert.deepEqual(warnings, []);
  });

  /** Defines a kind in a new group. Returns its objects in `default`. */
  async function define(scope: 'Namespaced' | 'Cluster' = 'Namespaced'): Promise<Kind> {
    const group = `g${++kinds}.example.io`;
    const { metadata } = await client.of(customResourceDefinitions).create(definitionOf({ group, scope }));
    const inNamespace = (namespace: string): Collection<CustomObject> =>
      scope === 'Cluster' ? client.of(clusterScopedIn(group)) : client.of(namespacedIn(group)).namespace(namespace);
    return { name: metadata.name ?? '', inNamespace, own: inNamespace('default') };
  }

  const maps = (): Collection<ApiObject> => client.of(configMaps).namespace('default');
  const namesOf = async (objects: Collection<ApiObject>): Promise<string[]> =>
    (await objects.list()).items
      .map(({ metadata }) => metadata.name ?? '')
      .filter((name) => name !== 'kube-root-ca.crt');
  const gone = (objects: Collection<ApiObject>, ...names: string[]): Promise<void> =>
    eventually(async () => !(await namesOf(objects)).some((name) => names.includes(name)), `${names.join()} gone`);

  it('collect dependents across a new custom kind and a built-in one, in both directions', async () => {
    const { own } = await define();
    const owner = await own.create({ metadata: { name: 'owner' } });
    const middle = await maps().create({ metadata: { name: 'middle', ownerReferences: [ownedBy(owner)] } });
    await own.create({ metadata: { name: 'last', ownerReferences: [ownedBy(middle)] } });
    await own.delete('owner');
    await gone(own, 'owner', 'last');
    await gone(maps(), 'middle');
  });

  it('delete in the foreground, and wait for dependents of a new custom kind', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await maps().create({ metadata: { name: `root-${round}` } });
      const { own } = await define();
      const blocking = ownedBy(owner, { blockOwnerDeletion: true });
      await own.create({ metadata: { name: 'held', finalizers: ['example.io/hold'], ownerReferences: [blocking] } });
      await maps().delete(`root-${round}`, { propagationPolicy: 'Foreground' });
      await eventually(async () => (await own.get('held')).metadata.deletionTimestamp !== undefined, 'held is to go');
      assert.ok((await namesOf(maps())).includes(`root-${round}`));
      await own.patch('held', { type: 'merge', value: { metadata: { finalizers: null } } });
      await gone(maps(), `root-${round}`);
    }
  });

  it('collect objects of a kind whose definition changes', async () => {
    const { name, own } = await define();
    const stray = ownedBy({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'none', uid: 'none' } });
    for (let round = 0; round < 5; round++) {
      const names = { shortNames: [`w${round}`] };
      await client.of(customResourceDefinitions).patch(name, { type: 'merge', value: { spec: { names } } });
      await own.create({ metadata: { name: `stray-${round}`, ownerReferences: [stray] } });
      await gone(own, `stray-${round}`);
    }
  });

  it('orphan the dependents of a custom object', async () => {
    const { own } = await define();
    const owner = await own.create({ metadata: { name: 'owner' } });
    await maps().create({ metadata: { name: 'free', ownerReferences: [ownedBy(owner)] } });
    await own.delete('owner', { propagationPolicy: 'Orphan' });
    await gone(own, 'owner');
    assert.equal((await maps().get('free')).metadata.ownerReferences, undefined);
  });

  it('collect the dependents of objects that are deleted with their definition', async () => {
    const { name, own } = await define('Cluster');
    const names = Array.from({ length: 100 }, (_, index) => `owned-${index}`);
    for (const each of names) {
      const owner = await own.create({ metadata: { name: each } });
      await maps().create({ metadata: { name: each, ownerReferences: [ownedBy(owner)] } });
    }
    await client.of(customResourceDefinitions).delete(name);
    await gone(maps(), ...names);
    await gone(client.of(customResourceDefinitions), name);
  });

  it('keep working while definitions are created and deleted', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = await Promise.all([define(), define()]);
      const owner = await a.own.create({ metadata: { name: 'owner' } });
      await b.own.create({ metadata: { name: 'dependent', ownerReferences: [ownedBy(owner)] } });
      // The owner counts as absent only if its kind was observed before.
      const stray = ownedBy({ ...owner, metadata: { name: 'none', uid: 'none' } });
      await a.own.create({ metadata: { name: 'stray', ownerReferences: [stray] } });
      await gone(a.own, 'stray');
      await client.of(customResourceDefinitions).delete(a.name);
      await gone(b.own, 'dependent');
      await client.of(customResourceDefinitions).delete(b.name);
    }
    await gone(
      client.of(customResourceDefinitions),
      ...Array.from({ length: kinds }, (_, i) => `widgets.g${i + 1}.example.io`).slice(-20),
    );
  });

  it('delete custom objects in namespaces, including objects with finalizers and of new kinds', async () => {
    const [a, b] = [await define(), await define()];
    await client.of(namespaces).create({ metadata: { name: 'full' } });
    await a.inNamespace('full').create({ metadata: { name: 'free' } });
    await a.inNamespace('full').create({ metadata: { name: 'held', finalizers: ['example.io/hold'] } });
    await client.of(namespaces).delete('full');
    const conditions = async (): Promise<string[]> =>
      ((await client.of(namespaces).get('full')).status.conditions ?? []).flatMap(({ type, status, message }) =>
        status === 'True' ? [`${type}: ${message}`] : [],
      );
    await eventually(async () => (await conditions()).length > 0, 'conditions');
    const [what] = [a.name];
    assert.deepEqual(await conditions(), [
      `NamespaceContentRemaining: Some resources are remaining: ${what} has 1 resource instances`,
      'NamespaceFinalizersRemaining: Some content in the namespace has finalizers remaining: example.io/hold in 1 resource instances',
    ]);
    await assert.rejects(b.inNamespace('full').create({ metadata: { name: 'late' } }), { reason: 'Forbidden' });
    await a.inNamespace('full').patch('held', { type: 'merge', value: { metadata: { finalizers: null } } });
    await gone(client.of(namespaces), 'full');

    for (let round = 0; round < 5; round++) {
      const name = `short-${round}`;
      await client.of(namespaces).create({ metadata: { name } });
      const { inNamespace } = await define();
      await inNamespace(name).create({ metadata: { name: 'x' } });
      await client.of(namespaces).delete(name);
      await gone(client.of(namespaces), name);
      assert.deepEqual(await namesOf(inNamespace(name)), []);
    }
  }).timeout(40_000);

  it('aggregate the rules of a custom kind into the default user roles', async () => {
    const { own, inNamespace } = await define();
    const apiGroups = [`g${kinds}.example.io`];
    const label = (role: string) => ({ [`rbac.authorization.k8s.io/aggregate-to-${role}`]: 'true' });
    const rules = (...verbs: string[]) => [{ apiGroups, resources: ['widgets'], verbs }];
    const jane = client.as({ name: 'jane', groups: [] });
    await client
      .of(roleBindings)
      .namespace('default')
      .create({
        metadata: { name: 'jane' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'edit' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
      });
    const type = namespacedIn(apiGroups[0] ?? '');
    const janes = jane.of(type).namespace('default');
    await assert.rejects(janes.list(), { reason: 'Forbidden' });
    const roles = client.of(clusterRoles);
    await roles.create({
      metadata: { name: 'widgets-view', labels: label('view') },
      rules: rules('get', 'list', 'watch'),
    });
    await roles.create({ metadata: { name: 'widgets-edit', labels: label('edit') }, rules: rules('create', 'delete') });
    await eventually(
      async () =>
        janes.create({ metadata: { name: 'hers' } }).then(
          () => true,
          () => false,
        ),
      'the right to create',
    );
    assert.deepEqual(await namesOf(janes), ['hers']);
    await assert.rejects(jane.of(type).namespace('kube-public').list(), { reason: 'Forbidden' });
    await assert.rejects(janes.patch('hers', { type: 'merge', value: { spec: {} } }), { reason: 'Forbidden' });
    await own.delete('hers');
    assert.deepEqual(await namesOf(inNamespace('default')), []);
  });
});

interface Kind {
  /** Of its definition. */
  readonly name: string;
  readonly inNamespace: (namespace: string) => Collection<CustomObject>;
  /** In `default`, or cluster-scoped. */
  readonly own: Collection<CustomObject>;
}

function ownedBy(
  { apiVersion = '', kind = '', metadata }: ApiObject,
  rest: Partial<OwnerReference> = {},
): OwnerReference {
  return { apiVersion, kind, name: metadata.name ?? '', uid: metadata.uid ?? '', ...rest };
}
