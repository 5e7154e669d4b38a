import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { readPart } from '@pilothouse/apimachinery/openapi/v2-part.js';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import { ask } from '../../endpoints/discovery/ask.test.helper.js';
import { testScope } from '../../endpoints/scope.test.helper.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { createCatalog, type RemoteVersion } from '../../registry/catalog.js';
import { realEnvironment } from '../../registry/environment.js';
import { createResources } from '../../registry/resource.js';
import { servedByDefault } from '../../registry/served.js';
import { createKeyedMutex } from '../../registry/keyed-mutex.js';
import { widgets } from '@pilothouse/kinds/definition/widgets.test.helper.js';
import { catalogRoutes } from './catalog-routes.js';

describe('catalog routes', () => {
  const domain = createDomain();
  const catalog = createCatalog({ builtIn: builtInResources(domain), virtual: [] });
  const routes = catalogRoutes({
    catalog,
    domain,
    version: '0.0.0',
    isServed: servedByDefault,
    scopesOf: (definition) =>
      createResources(definition, {
        store: testScope().resource.store,
        environment: realEnvironment,
        mutex: createKeyedMutex(),
      }).map((resource) => ({ ...testScope(), resource })),
    virtualScopeOf: () => assert.fail(),
    fixed: new Map(),
  });
  const [v1, both] = [widgets('v1 alone'), widgets('both, stored as v1')];
  const ownTargets = (): string[] => [...routes.served().keys()].filter((path) => path.startsWith('example.io'));
  const ownPaths = (): string[] => [...routes.others().keys()].filter((path) => path.includes('example.io'));
  afterEach(() => {
    catalog.setCustom([]);
    catalog.setRemote([]);
  });

  it('follow added, changed and removed kinds', () => {
    assert.deepEqual([ownTargets(), ownPaths()], [[], []]);
    catalog.setCustom([v1]);
    assert.deepEqual(ownTargets(), ['example.io/v1/widgets']);
    assert.deepEqual(ownPaths(), [
      '/apis/example.io',
      '/apis/example.io/v1',
      '/openapi/v3/apis/example.io',
      '/openapi/v3/apis/example.io/v1',
    ]);
    catalog.setCustom([both]);
    assert.deepEqual(ownTargets(), ['example.io/v2/widgets', 'example.io/v1/widgets']);
    catalog.setCustom([]);
    assert.deepEqual([ownTargets(), ownPaths()], [[], []]);
  });

  it('publish the current kinds', async () => {
    const groups = async (): Promise<string> => (await ask(routes.others(), '/apis')).text;
    const openApi = async (): Promise<string> => (await ask(routes.others(), '/openapi/v2')).text;
    const before = [await groups(), await openApi()];
    catalog.setCustom([v1]);
    for (const text of [await groups(), await openApi()]) assert.match(text, /example\.io/);
    catalog.setCustom([]);
    assert.deepEqual([await groups(), await openApi()], before);
  });

  it('merge the documents of others by the highest priority of their group, and by name', async () => {
    const remote = (group: string, version: string, priority: number): RemoteVersion => {
      const definition = { description: `${version}.${group}` };
      const schema = { $ref: '#/definitions/Shared' };
      const document = {
        paths: { [`/apis/${group}/${version}/`]: { get: { responses: { 200: { schema } } } } },
        definitions: { Shared: definition },
      };
      const openApiV2 = runWithoutYielding(readPart(Buffer.from(JSON.stringify(document)), '/'));
      return { group, version, priority, openApiV2, discovery: { version }, answer: () => assert.fail() };
    };
    const all = [remote('a.io', 'v1', 1), remote('b.io', 'v2', 1), remote('c.io', 'v1', 5), remote('b.io', 'v1', 9)];
    catalog.setRemote([...all, remote('apps', 'v1', 100)]);
    const { definitions } = JSON.parse((await ask(routes.others(), '/openapi/v2')).text) as {
      definitions: Record<string, { description: string }>;
    };
    const names = ['Shared', 'Shared_v2', 'Shared_v3', 'Shared_v4', 'Shared_v5'];
    assert.deepEqual(
      names.map((name) => definitions[name]?.description),
      ['v1.b.io', 'v2.b.io', 'v1.c.io', 'v1.a.io', undefined],
    );
  });

  it('serve alpha versions of custom kinds', () => {
    const [version] = v1.versions;
    catalog.setCustom([{ ...v1, versions: [{ ...version, name: 'v1alpha1' }] }]);
    assert.deepEqual(ownTargets(), ['example.io/v1alpha1/widgets']);
  });

  it('keep the endpoints and documents of unchanged kinds', () => {
    const kept = (): unknown[] => {
      const pods = routes.served().get('v1/pods');
      const documents = ['/api/v1', '/apis/apps', '/apis/apps/v1'].map((path) => routes.others().get(path));
      return [pods?.type === 'stored' && pods.scope, ...documents];
    };
    const before = kept();
    catalog.setCustom([v1]);
    kept().forEach((each, index) => assert.equal(each, before[index]));
  });
});
