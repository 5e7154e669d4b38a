import assert from 'node:assert/strict';
import { refusalOf } from './allowed.js';

describe('requests that the console passes on', () => {
  for (const path of [
    '/api',
    '/apis',
    '/api/v1/namespaces/default/pods/web/log',
    '/api/v1/namespaces/default/configmaps/proxy',
    '/apis/apps/v1/namespaces/proxy/deployments/exec',
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
    '/openapi/v3/apis/apps/v1',
    '/version',
    '/metrics',
    '/readyz/etcd',
  ]) {
    it(path, () => assert.equal(refusalOf('GET', path), undefined));
  }
});

describe('requests that the console rejects', () => {
  for (const [method, path] of [
    ['CONNECT', '/api/v1/pods'],
    ['OPTIONS', '/api/v1/pods'],
    ['GET', '/'],
    ['GET', '/apiserver'],
    ['GET', '/debug/pprof/profile'],
    ['GET', '/metrics/slis/../../debug'],
    ['GET', '/api/v1/../../debug'],
    ['GET', '/api//v1/pods'],
    ['GET', '/api/v1/pods/.'],
    ['GET', '/api/v1/%2e%2e/debug'],
    ['GET', '/api/v1/namespaces/a%2Fb/pods'],
    ['GET', '/api/v1/namespaces/default/pods/web/proxy/index.html'],
    ['GET', '/api/v1/namespaces/default/services/web:80/proxy'],
    ['GET', '/api/v1/nodes/one/proxy/metrics'],
    ['POST', '/api/v1/namespaces/default/pods/web/exec'],
    ['GET', '/api/v1/namespaces/default/pods/web/attach'],
    ['POST', '/api/v1/namespaces/default/pods/web/portforward'],
  ] as const) {
    it(`${method} ${path}`, () => assert.notEqual(refusalOf(method, path), undefined));
  }
});
