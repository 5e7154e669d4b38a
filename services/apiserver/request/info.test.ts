import assert from 'node:assert/strict';
import { requestInfo, type RequestInfo, type ResourceRequest } from './info.js';
import { infoOf } from './info.test.helper.js';

type Attributes = Partial<Omit<ResourceRequest, 'type' | 'path' | 'selectors'>>;

const NOTHING = { group: '', version: 'v1', resource: '', subresource: '', namespace: '', name: '', rest: '' };

/** The attributes in the table. Other tests cover the rest. */
function withoutSelectors({ path: _path, ...info }: RequestInfo): object {
  if (info.type === 'nonResource') return info;
  const { selectors: _selectors, ...rest } = info;
  return rest;
}

describe('request attributes', () => {
  const pods = { resource: 'pods', namespace: 'other' } as const;
  const pod = { ...pods, name: 'foo', isCollection: false } as const;
  const proxied = { ...pod, subresource: 'proxy' } as const;
  const node = { resource: 'nodes', name: 'foo', isCollection: false } as const;
  const deployment = {
    group: 'apps',
    resource: 'deployments',
    namespace: 'a',
    name: 'b',
    isCollection: false,
  } as const;
  const other = { resource: 'namespaces', namespace: 'other', name: 'other', isCollection: false } as const;
  const cases: readonly (readonly [method: string, target: string, wanted: Attributes])[] = [
    // Collections and objects.
    ['GET', '/api/v1/namespaces', { verb: 'list', resource: 'namespaces' }],
    ['GET', '/api/v1/namespaces/other', { verb: 'get', ...other }],
    ['GET', '/api/v1/namespaces/other/pods', { verb: 'list', ...pods }],
    ['GET', '/api/v1/namespaces/other/pods/foo', { verb: 'get', ...pod }],
    ['HEAD', '/api/v1/namespaces/other/pods/foo', { verb: 'get', ...pod }],
    ['GET', '/api/v1/pods', { verb: 'list', resource: 'pods' }],
    ['HEAD', '/api/v1/pods', { verb: 'list', resource: 'pods' }],
    ['POST', '/api/v1/namespaces/other/pods', { verb: 'create', ...pods }],
    ['PUT', '/api/v1/namespaces/other/pods/foo', { verb: 'update', ...pod }],
    ['PATCH', '/api/v1/namespaces/other/pods/foo', { verb: 'patch', ...pod }],
    ['PATCH', '/api/v1/namespaces/other', { verb: 'patch', ...other }],
    ['DELETE', '/api/v1/namespaces/other/pods/foo', { verb: 'delete', ...pod }],
    ['DELETE', '/api/v1/namespaces/other/pods', { verb: 'deletecollection', ...pods }],
    ['DELETE', '/api/v1/nodes', { verb: 'deletecollection', resource: 'nodes' }],
    ['DELETE', '/api/v1/namespaces', { verb: 'deletecollection', resource: 'namespaces' }],
    [
      'POST',
      '/apis/apps/v1beta3/namespaces/other/pods',
      { verb: 'create', ...pods, group: 'apps', version: 'v1beta3' },
    ],
    // Subresources.
    ['GET', '/api/v1/namespaces/other/pods/foo/status', { verb: 'get', ...pod, subresource: 'status' }],
    ['GET', '/api/v1/namespaces/other/pods/foo/log/a', { verb: 'get', ...pod, subresource: 'log', rest: '/a' }],
    ['GET', '/api/v1/namespaces/other/pods/foo/proxy', { verb: 'get', ...proxied }],
    ['GET', '/api/v1/namespaces/other/pods/foo/proxy/', { verb: 'get', ...proxied, rest: '/' }],
    ['POST', '/api/v1/namespaces/other/pods/foo/proxy/a/b/', { verb: 'create', ...proxied, rest: '/a/b/' }],
    [
      'GET',
      '/api/v1/namespaces/other/pods/foo/proxy/%2e%2e//%2f%zz',
      { verb: 'get', ...proxied, rest: '/%2e%2e//%2f%zz' },
    ],
    ['GET', '/api/v1/nodes/foo/proxy/..', { verb: 'get', ...node, subresource: 'proxy', rest: '/..' }],
    ['PUT', '/api/v1/namespaces/other/finalize', { verb: 'update', ...other, subresource: 'finalize' }],
    ['PUT', '/api/v1/namespaces/other/status', { verb: 'update', ...other, subresource: 'status' }],
    ['PATCH', '/apis/apps/v1/namespaces/a/deployments/b/scale', { verb: 'patch', ...deployment, subresource: 'scale' }],
    // Watches, by the query and by the path.
    ['GET', '/api/v1/pods?watch=true', { verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch', { verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch=', { verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch=FALSE', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch=false&watch=true', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/namespaces/other/pods?watch=1', { verb: 'watch', ...pods }],
    ['GET', '/api/v1/namespaces/other/pods?watch=0', { verb: 'list', ...pods }],
    ['GET', '/api/v1/namespaces/other/pods/foo?watch=1', { verb: 'watch', ...pod }],
    ['GET', '/api/v1/namespaces/other/pods/foo/status?watch=1', { verb: 'get', ...pod, subresource: 'status' }],
    ['POST', '/api/v1/namespaces/other/pods?watch=1', { verb: 'create', ...pods }],
    ['GET', '/api/v1/watch/pods', { verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/watch/namespaces/other/pods', { verb: 'watch', ...pods }],
    ['GET', '/apis/apps/v1/watch/namespaces/a/deployments/b', { verb: 'watch', ...deployment }],
    ['GET', '/api/v1/watch', { verb: 'list', resource: 'watch' }],
    ['POST', '/api/v1/watch/nodes', { verb: 'create', resource: 'watch', name: 'nodes', isCollection: false }],
    // Variants.
    ['GET', '/api/v1/nodes/a%20b', { verb: 'get', resource: 'nodes', name: 'a b', isCollection: false }],
    ['GET', '//api/v1/nodes//', { verb: 'list', resource: 'nodes' }],
  ];
  for (const [method, target, wanted] of cases) {
    it(`${method} ${target}`, () => {
      assert.deepEqual(withoutSelectors(infoOf(method, target)), {
        type: 'resource',
        isCollection: true,
        ...NOTHING,
        ...wanted,
      });
    });
  }

  /** The parameter `fieldSelector`, the resulting name of a list, and whether it is valid. */
  const selected: readonly (readonly [selector: string, name: string, isParsed?: false])[] = [
    ['metadata.name=name1', 'name1'],
    ['metadata.name==name1', 'name1'],
    ['metadata.name=name1,type!=x', 'name1'],
    ['type=x,metadata.name=name1', 'name1'],
    // The first name in lexical order. Nothing is selected, so permission to read that object suffices.
    ['metadata.name=b,metadata.name=a', 'a'],
    ['metadata.name=a\\,b', 'a,b'],
    ['metadata.name=a\\=b', 'a=b'],
    [`metadata.name=${'x'.repeat(512)}`, 'x'.repeat(512)],
    [`metadata.name=${'x'.repeat(513)}`, ''],
    ['metadata.name!=a', ''],
    ['metadata.name=', ''],
    ['metadata.name=..', ''],
    ['metadata.name=a/b', ''],
    ['metadata.name=a%b', ''],
    ['metadata.name= a', ' a'],
    ['metadata.namespace=a', ''],
    ['Metadata.Name=a', ''],
    [' metadata.name=a', ''],
    ['metadata.name in (a)', '', false],
    ['metadata.name=name1,foo', '', false],
    ['metadata.name=a=b', '', false],
    ['metadata.name=a\\', '', false],
  ];
  const parameter = (selector: string): string => `fieldSelector=${encodeURIComponent(selector)}`;
  for (const [selector, name, isParsed = true] of selected) {
    it(`a list and a watch with ${selector.slice(0, 40)} have the name ${JSON.stringify(name.slice(0, 20))}`, () => {
      for (const target of ['/api/v1/pods?', '/api/v1/pods?watch=1&', '/api/v1/watch/pods?']) {
        const info = infoOf('GET', target + parameter(selector)) as ResourceRequest;
        assert.deepEqual([info.name, info.isCollection], [name, true]);
        const { fields } = info.selectors;
        assert.deepEqual([fields?.selector !== undefined, fields?.problem === undefined], [isParsed, isParsed]);
      }
    });
  }

  const both = `${parameter('metadata.name=x')}&labelSelector=a%3Db`;
  const selecting: readonly (readonly [method: string, target: string, name: string, hasSelectors: boolean])[] = [
    ['GET', '/api/v1/namespaces/other/pods', 'x', true],
    ['DELETE', '/api/v1/namespaces/other/pods', '', true],
    ['GET', '/api/v1/namespaces/other/pods/foo', 'foo', false],
    ['GET', '/api/v1/watch/namespaces/other/pods/foo', 'foo', true],
    ['DELETE', '/api/v1/namespaces/other/pods/foo', 'foo', false],
    ['POST', '/api/v1/namespaces/other/pods', '', false],
    ['PATCH', '/api/v1/namespaces/other/pods/foo', 'foo', false],
  ];
  for (const [method, path, wanted, hasSelectors] of selecting) {
    it(`${method} ${path} has ${hasSelectors ? 'selectors' : 'no selectors'}, and the name "${wanted}"`, () => {
      const { name, selectors } = infoOf(method, `${path}?${both}`) as ResourceRequest;
      const texts = [selectors.fields?.selector?.text, selectors.labels?.selector?.text];
      assert.deepEqual(
        [name, ...texts],
        [wanted, ...(hasSelectors ? ['metadata.name=x', 'a=b'] : [undefined, undefined])],
      );
    });
  }

  it('use the first of several selectors, as the endpoints do', () => {
    const { name } = infoOf(
      'GET',
      `/api/v1/pods?${parameter('metadata.name=a')}&${parameter('metadata.name=b')}`,
    ) as ResourceRequest;
    assert.equal(name, 'a');
  });

  it('are computed without the query if they do not depend on it', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      requestInfo({
        method,
        path: '/api/v1/nodes/a',
        get query(): URLSearchParams {
          throw new Error('the query was parsed');
        },
      });
    }
  });

  const paths = [
    '/',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/apis',
    '/apis/apps',
    '/apis/apps/v1',
    '/apis/apps/v1/',
    '/healthz',
    '/version/a/b',
  ];
  for (const path of paths) {
    it(`of ${path} are non-resource attributes`, () => {
      assert.deepEqual(infoOf('GET', path), { type: 'nonResource', verb: 'get', path });
    });
  }

  for (const name of ['%2e%2e', '%2E', '..', 'a%2fb', 'a%00b', 'a%25b', '%zz', '%ff', '/a', 'é'.repeat(257)]) {
    it(`reject the name ${name.slice(0, 10)}`, () => {
      assert.throws(() => infoOf('GET', `/api/v1/nodes/${name}`), { reason: 'BadRequest' });
    });
  }

  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'get', 'constructor', '__proto__']) {
    it(`reject the method ${method}`, () => {
      assert.throws(() => infoOf(method, '/api/v1/nodes'), { reason: 'MethodNotAllowed' });
    });
  }
});
