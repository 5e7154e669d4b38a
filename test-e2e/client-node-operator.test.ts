import assert from 'node:assert/strict';
import {
  ApiextensionsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type KubernetesListObject,
  type KubernetesObject,
  type V1CustomResourceDefinition,
} from '@kubernetes/client-node';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing';
import { definitionOf, type CustomObject } from './support/definitions.js';
import { eventually } from './support/eventually.js';

const NAMESPACE = 'default';
const GROUP = 'operated.example.io';
const PLACE = { group: GROUP, version: 'v1', namespace: NAMESPACE, plural: 'widgets' };
type Widget = CustomObject & KubernetesObject;

describe('an operator with @kubernetes/client-node', () => {
  let plane: ControlPlane;
  let config: KubeConfig;
  before(async () => {
    plane = await startControlPlane();
    config = new KubeConfig();
    config.loadFromString(plane.kubeconfig);
  });
  after(() => plane.stop());

  it('creates its definition, follows its objects at once, creates the objects they own, and writes their status', async () => {
    const objects = config.makeApiClient(CustomObjectsApi);
    const core = config.makeApiClient(CoreV1Api);
    const definitions = config.makeApiClient(ApiextensionsV1Api);
    const body = definitionOf({ group: GROUP }) as unknown as V1CustomResourceDefinition;
    const { status } = await definitions.createCustomResourceDefinition({ body });
    assert.ok(status?.conditions?.some((each) => each.type === 'Established' && each.status === 'True'));

    const failures: unknown[] = [];
    const reconcile = async ({ apiVersion = '', kind = '', metadata, spec, status }: Widget): Promise<void> => {
      const { name = '', uid = '', generation } = metadata;
      if (status?.replicas === spec?.replicas) return;
      const ownerReferences = [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }];
      const map = { metadata: { name: `of-${name}`, ownerReferences }, data: { generation: String(generation) } };
      await core
        .createNamespacedConfigMap({ namespace: NAMESPACE, body: map })
        .catch(() => core.replaceNamespacedConfigMap({ namespace: NAMESPACE, name: `of-${name}`, body: map }));
      await objects.patchNamespacedCustomObjectStatus(
        { ...PLACE, name, body: { status: { ready: true, replicas: spec?.replicas } } },
        setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
      );
    };
    const seen: string[] = [];
    const informer = makeInformer<Widget>(
      config,
      `/apis/${GROUP}/v1/namespaces/${NAMESPACE}/widgets`,
      async () => (await objects.listNamespacedCustomObject(PLACE)) as KubernetesListObject<Widget>,
    );
    for (const type of ['add', 'update', 'delete'] as const) {
      informer.on(type, (widget) => {
        seen.push(`${type} ${widget.metadata.name}`);
        if (type !== 'delete') reconcile(widget).catch((error: unknown) => failures.push(error));
      });
    }
    informer.on('error', (error: unknown) => failures.push(error));
    await informer.start();

    const create = (name: string): Promise<unknown> =>
      objects.createNamespacedCustomObject({
        ...PLACE,
        body: { apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { name }, spec: { replicas: 2 } },
      });
    const isReady = async (name: string): Promise<boolean> =>
      ((await objects.getNamespacedCustomObject({ ...PLACE, name })) as Widget).status?.ready === true;
    await create('first');
    await eventually(() => isReady('first'), 'the first widget is ready');

    // A change of the definition ends watches. The informer resumes.
    const { spec } = await definitions.readCustomResourceDefinition({ name: `widgets.${GROUP}` });
    spec.names.shortNames = ['wid'];
    await definitions.patchCustomResourceDefinition(
      { name: `widgets.${GROUP}`, body: { spec: { names: spec.names } } },
      setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
    );
    await create('second');
    await eventually(() => isReady('second'), 'the second widget is ready');

    const owned = await core.readNamespacedConfigMap({ namespace: NAMESPACE, name: 'of-first' });
    assert.deepEqual(owned.data, { generation: '1' });
    await objects.deleteNamespacedCustomObject({ ...PLACE, name: 'first' });
    const names = async (): Promise<(string | undefined)[]> =>
      (await core.listNamespacedConfigMap({ namespace: NAMESPACE })).items.map(({ metadata }) => metadata?.name);
    await eventually(async () => !(await names()).includes('of-first'), 'what the first widget owned is gone');
    assert.ok((await names()).includes('of-second'));
    await eventually(async () => seen.includes('delete first'), 'the deletion was seen');
    assert.deepEqual(failures, []);
    // The informer reports its own stop as an error.
    await informer.stop();
  }).timeout(30_000);
});
