import assert from 'node:assert/strict';
import {
  ApiextensionsV1Api,
  CustomObjectsApi,
  KubeConfig,
  makeInformer,
  type KubernetesListObject,
  type KubernetesObject,
  type V1CustomResourceDefinition,
} from '@kubernetes/client-node';
import { eventually } from './support/eventually.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';

const KIND = { group: 'example.io', version: 'v1', namespace: 'default', plural: 'cranes' };
const PATH = `/apis/${KIND.group}/${KIND.version}/namespaces/${KIND.namespace}/${KIND.plural}`;
const DEFINITION = `${KIND.plural}.${KIND.group}`;

interface Crane extends KubernetesObject {
  readonly spec?: { readonly height?: number; readonly colour?: string };
}

describe('an informer of @kubernetes/client-node on a custom kind', () => {
  let storage: TestStorage;
  let server: Server;
  let definitions: ApiextensionsV1Api;
  let cranes: CustomObjectsApi;
  let config: KubeConfig;
  before(async () => {
    storage = await createTestStorage('embedded');
    server = await startServer(storage.flags);
    config = new KubeConfig();
    config.loadFromFile(server.kubeconfig);
    definitions = config.makeApiClient(ApiextensionsV1Api);
    cranes = config.makeApiClient(CustomObjectsApi);
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  const create = (name: string, spec: object): Promise<unknown> =>
    cranes.createNamespacedCustomObject({
      ...KIND,
      body: { apiVersion: `${KIND.group}/${KIND.version}`, kind: 'Crane', metadata: { name }, spec },
    });

  it('starts right after the definition is created, continues when it changes, and ends with 404 when it is deleted', async () => {
    await definitions.createCustomResourceDefinition({ body: definition({ height: { type: 'integer' } }) });
    await create('first', { height: 1, colour: 'red' });
    let lists = 0;
    const list = async (): Promise<KubernetesListObject<Crane>> => {
      lists += 1;
      return (await cranes.listNamespacedCustomObject(KIND)) as KubernetesListObject<Crane>;
    };
    const informer = makeInformer<Crane>(config, PATH, list);
    const events: string[] = [];
    const errors: unknown[] = [];
    for (const type of ['add', 'update', 'delete'] as const) {
      informer.on(type, ({ metadata, spec }) => {
        events.push(`${type} ${metadata?.name} ${spec?.height} ${spec?.colour ?? ''}`.trimEnd());
      });
    }
    informer.on('error', (error: unknown) => void errors.push(error));
    await informer.start();
    await create('second', { height: 2, colour: 'red' });
    await eventually(async () => events.length === 2, 'the second crane');
    assert.deepEqual(events, ['add first 1', 'add second 2']);

    const known = await definitions.readCustomResourceDefinition({ name: DEFINITION });
    known.spec = definition({ height: { type: 'integer' }, colour: { type: 'string' } }).spec;
    await definitions.replaceCustomResourceDefinition({ name: DEFINITION, body: known });
    await create('third', { height: 3, colour: 'blue' });
    await eventually(async () => events.length > 2, 'the third crane');
    assert.deepEqual(events.slice(2), ['add third 3 blue']);
    assert.deepEqual([lists, errors], [1, []], 'it resumed where it was');

    await definitions.deleteCustomResourceDefinition({ name: DEFINITION });
    await eventually(async () => errors.length > 0, 'the end of its watch');
    assert.deepEqual(
      errors.map((error) => (error as { statusCode?: number }).statusCode),
      [404],
    );
    assert.deepEqual(events.slice(3).sort(), ['delete first 1', 'delete second 2', 'delete third 3 blue']);
    await assert.rejects(create('late', {}), { code: 404 });
  });
});

function definition(properties: Record<string, { type: string }>): V1CustomResourceDefinition {
  const { group, version: name, plural } = KIND;
  const spec = { type: 'object', properties };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: DEFINITION },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind: 'Crane' },
      versions: [{ name, served: true, storage: true, schema }],
    },
  };
}
