import assert from 'node:assert/strict';
import { requestInfo } from './info.js';

const NOTHING = { group: '', version: 'v1', resource: '', subresource: '', namespace: '', name: '', rest: [] };

describe('what a request is about', () => {
  const resources: readonly (readonly [string, string, boolean, object])[] = [
    ['GET', '/api/v1/namespaces', false, { verb: 'list', resource: 'namespaces' }],
    ['GET', '/api/v1/namespaces', true, { verb: 'watch', resource: 'namespaces' }],
    ['GET', '/api/v1/namespaces/a', false, { verb: 'get', resource: 'namespaces', namespace: 'a', name: 'a' }],
    ['GET', '/api/v1/configmaps', false, { verb: 'list', resource: 'configmaps' }],
    ['POST', '/api/v1/namespaces/a/configmaps', false, { verb: 'create', resource: 'configmaps', namespace: 'a' }],
    [
      'PUT',
      '/api/v1/namespaces/a/configmaps/b',
      false,
      { verb: 'update', resource: 'configmaps', namespace: 'a', name: 'b' },
    ],
    [
      'PUT',
      '/api/v1/namespaces/a/finalize',
      false,
      { verb: 'update', resource: 'namespaces', namespace: 'a', name: 'a', subresource: 'finalize' },
    ],
    [
      'PATCH',
      '/apis/apps/v1/namespaces/a/deployments/b/scale',
      false,
      { verb: 'patch', group: 'apps', resource: 'deployments', namespace: 'a', name: 'b', subresource: 'scale' },
    ],
    [
      'DELETE',
      '/api/v1/namespaces/a/secrets',
      false,
      { verb: 'deletecollection', resource: 'secrets', namespace: 'a' },
    ],
    ['HEAD', '/api/v1/nodes/a', false, { verb: 'get', resource: 'nodes', name: 'a' }],
    [
      'GET',
      '/api/v1/nodes/a/b/c/d',
      false,
      { verb: 'get', resource: 'nodes', name: 'a', subresource: 'b', rest: ['c', 'd'] },
    ],
    ['GET', '/api/v1/nodes/a%20b', false, { verb: 'get', resource: 'nodes', name: 'a b' }],
    ['GET', '//api/v1/nodes//', false, { verb: 'list', resource: 'nodes' }],
    ['GET', '/api/v1/watch/namespaces', false, { verb: 'watch', resource: 'namespaces' }],
    [
      'GET',
      '/apis/apps/v1/watch/namespaces/a/deployments/b',
      false,
      { verb: 'watch', group: 'apps', resource: 'deployments', namespace: 'a', name: 'b' },
    ],
    ['GET', '/api/v1/watch', false, { verb: 'list', resource: 'watch' }],
    ['POST', '/api/v1/watch/nodes', false, { verb: 'create', resource: 'watch', name: 'nodes' }],
  ];
  for (const [method, path, watch, wanted] of resources) {
    it(`${method} ${path}${watch ? ' (watch)' : ''}`, () => {
      assert.deepEqual(requestInfo(method, path, watch), { type: 'resource', path, ...NOTHING, ...wanted });
    });
  }

  for (const path of ['/', '/api', '/api/v1', '/apis', '/apis/apps', '/apis/apps/v1', '/healthz', '/version/a/b']) {
    it(`${path} is no resource`, () => {
      assert.deepEqual(requestInfo('GET', path, false), { type: 'nonResource', verb: 'get', path });
    });
  }

  for (const name of ['%2e%2e', '%2E', '..', 'a%2fb', 'a%00b', 'a%25b', '%zz', '%ff', '/a', 'é'.repeat(257)]) {
    it(`refuses a name spelled ${name.slice(0, 10)}`, () => {
      assert.throws(() => requestInfo('GET', `/api/v1/nodes/${name}`, false), { reason: 'BadRequest' });
    });
  }

  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND']) {
    it(`${method} is a method that no resource has`, () => {
      assert.throws(() => requestInfo(method, '/api/v1/nodes', false), { reason: 'MethodNotAllowed' });
    });
  }
});
