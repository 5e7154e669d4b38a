import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { decodeOpenApiV2 } from '@pilothouse/apimachinery/openapi/gnostic.test.helper.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { ask, exampleDefinitions } from '../discovery/ask.test.helper.js';
import {
  answerOf,
  asArray,
  asObject,
  isResolved,
  operationById,
  operationsOf,
  parametersOf,
  plain,
  referenceOf,
  referencesIn,
  schemasIn,
} from './document.test.helper.js';
import { servedGroups } from '../discovery/groups.js';
import { openApiRoutes } from './routes.js';

const domain = createDomain();
const definitions = [
  ...exampleDefinitions,
  ...builtInResources(domain).filter(({ group, resource }) => group === '' && resource !== 'configmaps'),
];
const routes = openApiRoutes({ domain, version: '1.2.3' })(servedGroups(definitions));

const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

/** Each path and method with its operation. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'get /api/': 'getCoreAPIVersions',
  'get /apis/': 'getAPIVersions',
  'get /apis/things.example.io/': 'getThingsExampleIoAPIGroup',
  'get /api/v1/': 'getCoreV1APIResources',
  'get /api/v1/configmaps': 'listCoreV1ConfigMapForAllNamespaces',
  'get /api/v1/namespaces/{namespace}/configmaps': 'listCoreV1NamespacedConfigMap',
  'post /api/v1/namespaces/{namespace}/configmaps': 'createCoreV1NamespacedConfigMap',
  'delete /api/v1/namespaces/{namespace}/configmaps': 'deleteCoreV1CollectionNamespacedConfigMap',
  'get /api/v1/namespaces/{namespace}/configmaps/{name}': 'readCoreV1NamespacedConfigMap',
  'put /api/v1/namespaces/{namespace}/configmaps/{name}': 'replaceCoreV1NamespacedConfigMap',
  'patch /api/v1/namespaces/{namespace}/configmaps/{name}': 'patchCoreV1NamespacedConfigMap',
  'delete /api/v1/namespaces/{namespace}/configmaps/{name}': 'deleteCoreV1NamespacedConfigMap',
  'get /api/v1/namespaces': 'listCoreV1Namespace',
  'post /api/v1/namespaces': 'createCoreV1Namespace',
  'get /api/v1/namespaces/{name}': 'readCoreV1Namespace',
  'get /api/v1/namespaces/{name}/status': 'readCoreV1NamespaceStatus',
  'patch /api/v1/namespaces/{name}/status': 'patchCoreV1NamespaceStatus',
  'put /api/v1/namespaces/{name}/finalize': 'replaceCoreV1NamespaceFinalize',
  'get /api/v1/namespaces/{namespace}/pods/{name}/log': 'readCoreV1NamespacedPodLog',
  'post /api/v1/namespaces/{namespace}/pods/{name}/exec': 'connectCoreV1PostNamespacedPodExec',
  'options /api/v1/nodes/{name}/proxy': 'connectCoreV1OptionsNodeProxy',
  'head /api/v1/namespaces/{namespace}/services/{name}/proxy/{path}': 'connectCoreV1HeadNamespacedServiceProxyWithPath',
  'get /apis/rbac.authorization.k8s.io/v1/clusterroles': 'listRbacAuthorizationV1ClusterRole',
  'put /apis/things.example.io/v1/namespaces/{namespace}/widgets/{name}/status':
    'replaceThingsExampleIoV1NamespacedWidgetStatus',
  'get /apis/things.example.io/v1beta1/widgets': 'listThingsExampleIoV1beta1WidgetForAllNamespaces',
};

const SELECTION = 'continue fieldSelector labelSelector limit resourceVersion resourceVersionMatch timeoutSeconds';

/** Operations with their query parameters, and `pretty` with the path parameters. */
const PARAMETERS: Readonly<Record<string, string>> = {
  readCoreV1NamespacedConfigMap: '',
  listCoreV1NamespacedConfigMap: `allowWatchBookmarks ${SELECTION} watch`,
  createCoreV1NamespacedConfigMap: 'dryRun fieldManager fieldValidation',
  replaceCoreV1NamespacedConfigMap: 'dryRun fieldManager fieldValidation',
  patchCoreV1NamespacedConfigMap: 'dryRun fieldManager fieldValidation force',
  deleteCoreV1NamespacedConfigMap: 'dryRun gracePeriodSeconds orphanDependents propagationPolicy',
  deleteCoreV1CollectionNamespacedConfigMap:
    'continue dryRun fieldSelector gracePeriodSeconds labelSelector limit orphanDependents propagationPolicy resourceVersion resourceVersionMatch timeoutSeconds',
};

/** Operations of connections with the parameters of their paths, and the media types of their responses. */
const CONNECTIONS: Readonly<Record<string, readonly [parameters: string, produces: readonly string[]]>> = {
  connectCoreV1GetNamespacedPodAttach: [
    'path name, path namespace, query container, query stderr, query stdin, query stdout, query tty',
    ['*/*'],
  ],
  connectCoreV1GetNamespacedPodPortforward: ['path name, path namespace, query ports', ['*/*']],
  connectCoreV1PatchNodeProxy: ['path name, query path', ['*/*']],
  connectCoreV1PutNamespacedPodProxyWithPath: ['path name, path namespace, path path, query path', ['*/*']],
  readCoreV1NamespacedPodLog: [
    'path name, path namespace, query container, query follow, query insecureSkipTLSVerifyBackend, query limitBytes, query pretty, query previous, query sinceSeconds, query stream, query tailLines, query timestamps',
    ['text/plain', 'application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'],
  ],
};

const CONFIG_MAP = 'io.k8s.api.core.v1.ConfigMap';
const STATUS = 'io.k8s.apimachinery.pkg.apis.meta.v1.Status';
const DELETE_OPTIONS = 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions';

/** Operations with the type of their body, and the codes and types of their responses. */
const BODIES: Readonly<Record<string, readonly [body: string | undefined, answers: Readonly<Record<string, string>>]>> =
  {
    readCoreV1NamespacedConfigMap: [undefined, { 200: CONFIG_MAP }],
    listCoreV1NamespacedConfigMap: [undefined, { 200: `${CONFIG_MAP}List` }],
    createCoreV1NamespacedConfigMap: [CONFIG_MAP, { 200: CONFIG_MAP, 201: CONFIG_MAP, 202: CONFIG_MAP }],
    replaceCoreV1NamespacedConfigMap: [CONFIG_MAP, { 200: CONFIG_MAP, 201: CONFIG_MAP }],
    patchCoreV1NamespacedConfigMap: [
      'io.k8s.apimachinery.pkg.apis.meta.v1.Patch',
      { 200: CONFIG_MAP, 201: CONFIG_MAP },
    ],
    deleteCoreV1NamespacedConfigMap: [DELETE_OPTIONS, { 200: STATUS, 202: STATUS }],
    deleteCoreV1CollectionNamespacedConfigMap: [DELETE_OPTIONS, { 200: STATUS }],
    deleteThingsExampleIoV1NamespacedWidget: [
      DELETE_OPTIONS,
      { 200: 'io.example.v1.Widget', 202: 'io.example.v1.Widget' },
    ],
  };

describe('OpenAPI documents', () => {
  let v2: JsonObject;
  let v3: ReadonlyMap<string, JsonObject>;
  let index: Readonly<Record<string, { readonly serverRelativeURL: string }>>;

  before(async () => {
    v2 = asObject((await ask(routes, '/openapi/v2')).json());
    index = JSON.parse((await ask(routes, '/openapi/v3')).text).paths;
    const documents = Object.entries(index).map(
      async ([name, { serverRelativeURL }]) => [name, asObject((await ask(routes, serverRelativeURL)).json())] as const,
    );
    v3 = new Map(await Promise.all(documents));
  });

  it('has an index of documents, one for each group version', () => {
    assert.deepEqual(Object.keys(index).sort(), [
      'api',
      'api/v1',
      'apis',
      'apis/rbac.authorization.k8s.io',
      'apis/rbac.authorization.k8s.io/v1',
      'apis/things.example.io',
      'apis/things.example.io/v1',
      'apis/things.example.io/v1beta1',
    ]);
    for (const [name, { serverRelativeURL }] of Object.entries(index)) {
      assert.match(serverRelativeURL, new RegExp(`^/openapi/v3/${name}\\?hash=[0-9A-F]{128}$`));
    }
  });

  it('names the program and the version', () => {
    for (const document of [v2, ...v3.values()]) {
      assert.ok(deepEqual(document['info'], { title: 'Pilothouse', version: '1.2.3' }));
    }
    assert.equal(v2['swagger'], '2.0');
    assert.equal(v3.get('api/v1')?.['openapi'], '3.0.0');
  });

  it('has the served operations', () => {
    const found = new Map(operationsOf(v2).map(({ route, operation }) => [route, operation['operationId']]));
    for (const [route, id] of Object.entries(OPERATIONS)) assert.equal(found.get(route), id, route);
  });

  it('has the same operations in both versions', () => {
    const idsByPlace = (document: JsonObject): [string, JsonValue | undefined][] =>
      operationsOf(document).map(({ route, operation }) => [route, operation['operationId']]);
    assert.deepEqual(new Map([...v3.values()].flatMap(idsByPlace)), new Map(idsByPlace(v2)));
  });

  it('gives each operation a unique id', () => {
    const ids = operationsOf(v2).map(({ operation }) => operation['operationId']);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('has no dangling references', () => {
    for (const document of [v2, ...v3.values()]) {
      const references = [...referencesIn(document)];
      assert.ok(references.length > 0);
      assert.deepEqual(
        references.filter((reference) => !isResolved(document, reference)),
        [],
      );
    }
  });

  it('lists the path parameters of every path', () => {
    for (const document of [v2, ...v3.values()]) {
      for (const [path, item] of Object.entries(asObject(document['paths']))) {
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const parameters = parametersOf(document, asObject(item));
        const inPath = parameters.filter((parameter) => parameter['in'] === 'path');
        assert.deepEqual(new Set(inPath.map(({ name }) => name)), new Set(names), path);
        assert.ok(inPath.every(({ required }) => required === true));
      }
    }
  });

  for (const [id, names] of Object.entries(PARAMETERS)) {
    it(`has the parameters of ${id}`, () => {
      const expected = names === '' ? [] : names.split(' ');
      for (const document of [v2, documentOf(id)]) {
        const { operation, item } = operationById(document, id);
        const query = parametersOf(document, operation).filter((parameter) => parameter['in'] === 'query');
        assert.deepEqual(
          query.map(({ name }) => name),
          expected,
        );
        assert.ok(parametersOf(document, item).some((parameter) => parameter['name'] === 'pretty'));
      }
    });
  }

  for (const [id, [parameters, produces]] of Object.entries(CONNECTIONS)) {
    it(`has the options of ${id}, and its response as text`, () => {
      for (const document of [v2, documentOf(id)]) {
        const { item } = operationById(document, id);
        const names = parametersOf(document, item).map(({ name, in: location }) => {
          assert.ok(typeof name === 'string' && typeof location === 'string');
          return `${location} ${name}`;
        });
        assert.equal(names.sort().join(', '), parameters);
      }
      const [second, third] = [v2, documentOf(id)].map(
        (document) => asObject(operationById(document, id).operation['responses'])['200'],
      );
      assert.deepEqual(plain(asObject(second)['schema']), { type: 'string' });
      assert.deepEqual(operationById(v2, id).operation['produces'], produces);
      const content = Object.entries(asObject(asObject(third)['content']));
      assert.deepEqual(
        content.map(([type, media]) => [type, plain(media)]),
        produces.map((type) => [type, { schema: { type: 'string' } }]),
      );
    });
  }

  for (const [id, [body, answers]] of Object.entries(BODIES)) {
    it(`has the body and the responses of ${id}`, () => {
      const second = operationById(v2, id).operation;
      const bodies = asArray(second['parameters'] ?? [])
        .map(asObject)
        .filter((parameter) => parameter['in'] === 'body');
      assert.deepEqual(
        bodies.map(({ schema }) => referenceOf(schema)),
        body === undefined ? [] : [body],
      );
      const third = operationById(documentOf(id), id).operation;
      const content = asObject(asObject(third['requestBody'] ?? {})['content'] ?? {});
      assert.ok(Object.values(content).every((media) => referenceOf(asObject(media)['schema']) === body));
      assert.equal(Object.keys(content).length > 0, body !== undefined);
      for (const operation of [second, third]) {
        const { 401: unauthorized, ...responses } = asObject(operation['responses']);
        assert.ok(deepEqual(unauthorized, { description: 'Unauthorized' }));
        assert.deepEqual(
          Object.fromEntries(Object.entries(responses).map(([code, each]) => [code, answerOf(each)])),
          answers,
        );
      }
    });
  }

  it('has the media types of requests and responses', () => {
    const types = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];
    const patches = ['json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json', 'apply-patch+yaml'];
    const watch = ['application/json;stream=watch', 'application/vnd.kubernetes.protobuf;stream=watch'];
    const mediaTypes = (id: string): unknown => {
      const { consumes, produces } = operationById(v2, id).operation;
      return plain([consumes ?? [], produces ?? []]);
    };
    assert.deepEqual(mediaTypes('replaceCoreV1NamespacedConfigMap'), [types, types]);
    assert.deepEqual(mediaTypes('getCoreAPIVersions'), [[], types]);
    assert.deepEqual(mediaTypes('patchCoreV1NamespacedConfigMap'), [
      patches.map((type) => `application/${type}`),
      types,
    ]);
    assert.deepEqual(mediaTypes('listCoreV1NamespacedConfigMap'), [[], [...types, ...watch]]);
  });

  it('has the action and kind of each operation, which clients use', () => {
    for (const document of [v2, documentOf('patchCoreV1NamespacedConfigMap')]) {
      const { operation } = operationById(document, 'patchCoreV1NamespacedConfigMap');
      assert.equal(operation['x-kubernetes-action'], 'patch');
      assert.ok(
        deepEqual(operation['x-kubernetes-group-version-kind'], { group: '', version: 'v1', kind: 'ConfigMap' }),
      );
      assert.ok(deepEqual(operation['tags'], ['core_v1']));
    }
  });

  it('has the kinds of each definition', () => {
    const own = { group: 'things.example.io', version: 'v1', kind: 'DeleteOptions' };
    const core = { group: '', version: 'v1', kind: 'DeleteOptions' };
    const beta = { ...own, version: 'v1beta1' };
    const rbac = { ...core, group: 'rbac.authorization.k8s.io' };
    const third = schemasIn(v3.get('apis/things.example.io/v1') ?? {});
    const second = asObject(v2['definitions']);
    const kindsOf = (definition: JsonValue | undefined): JsonValue | undefined =>
      asObject(definition)['x-kubernetes-group-version-kind'];
    assert.deepEqual(plain(kindsOf(third['io.example.v1.Widget'])), [{ ...own, kind: 'Widget' }]);
    assert.deepEqual(plain(kindsOf(third['io.example.v1.WidgetList'])), [{ ...own, kind: 'WidgetList' }]);
    assert.deepEqual(plain(kindsOf(third[DELETE_OPTIONS])), [core, own]);
    assert.deepEqual(plain(kindsOf(second[DELETE_OPTIONS])), [core, own, beta, rbac]);
    assert.deepEqual(plain(kindsOf(second[STATUS])), [{ ...core, kind: 'Status' }]);
  });

  it('is the same in protobuf', async () => {
    const { bytes } = await ask(routes, '/openapi/v2', { headers: { accept: V2_PROTOBUF } });
    assert.ok(deepEqual(decodeOpenApiV2(bytes), v2));
  });

  function documentOf(id: string): JsonObject {
    const found = [...v3.values()].find((document) =>
      operationsOf(document).some(({ operation }) => operation['operationId'] === id),
    );
    assert.ok(found, id);
    return found;
  }
});
