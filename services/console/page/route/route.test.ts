import assert from 'node:assert/strict';
import type { Resource } from '../api/discovery.js';
import { getCommand, objectCommand } from './kubectl.js';
import { formatRoute, parseRoute, type Route } from './route.js';

const of = (group: string, resource: string, namespace: string) => ({ group, version: 'v1', resource, namespace });

const ROUTES: readonly (readonly [url: string, route: Route])[] = [
  ['/', { view: 'home' }],
  ['/installation', { view: 'installation' }],
  ['/access?verb=list&resource=deployments.apps', { view: 'access', verb: 'list', resource: 'deployments.apps' }],
  ['/view/api/v1/pods', { view: 'list', of: of('', 'pods', ''), filter: '', labels: '' }],
  [
    '/view/apis/apps/v1/namespaces/shop/deployments?q=a+b&l=app%3Dweb',
    { view: 'list', of: of('apps', 'deployments', 'shop'), filter: 'a b', labels: 'app=web' },
  ],
  ['/view/api/v1/namespaces/shop', { view: 'object', of: of('', 'namespaces', ''), name: 'shop', tab: 'yaml' }],
  [
    '/view/apis/apps/v1/namespaces/shop/deployments/web?tab=events',
    { view: 'object', of: of('apps', 'deployments', 'shop'), name: 'web', tab: 'events' },
  ],
  [
    '/view/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
    { view: 'object', of: of('rbac.authorization.k8s.io', 'clusterroles', ''), name: 'system:node', tab: 'yaml' },
  ],
];

describe('the URL of a view', () => {
  for (const [url, route] of ROUTES) {
    it(url, () => {
      const [path = '', search] = url.split('?');
      assert.deepEqual(parseRoute(path, search), route);
      assert.equal(formatRoute(route), url);
    });
  }

  it('is the home view for anything else', () => {
    for (const path of [
      '/nothing',
      '/view',
      '/view/api',
      '/view/api/v1',
      '/view/api/v1/a/b/c/d/e',
      '/view/apis/apps/v1',
    ]) {
      assert.deepEqual(parseRoute(path), { view: 'home' }, path);
    }
  });
});

const DEPLOYMENTS: Resource = {
  group: 'apps',
  version: 'v1',
  name: 'deployments',
  kind: 'Deployment',
  namespaced: true,
  verbs: new Set(),
  shortNames: [],
  subresources: [],
};
const NODES: Resource = { ...DEPLOYMENTS, group: '', name: 'nodes', kind: 'Node', namespaced: false };

describe('the kubectl command of a view', () => {
  for (const [command, expected] of [
    [getCommand(DEPLOYMENTS, { namespace: '' }), 'kubectl get deployments.apps --all-namespaces --watch'],
    [
      getCommand(DEPLOYMENTS, { namespace: 'shop', labels: "app in (a,'b')" }),
      `kubectl get deployments.apps --namespace shop --selector 'app in (a,'\\''b'\\'')' --watch`,
    ],
    [getCommand(NODES, { namespace: 'shop' }), 'kubectl get nodes --watch'],
    [
      objectCommand('get', { resource: DEPLOYMENTS, namespace: 'shop', name: 'web' }),
      'kubectl get deployments.apps/web --namespace shop --output yaml --show-managed-fields',
    ],
    [objectCommand('delete', { resource: NODES, namespace: '', name: '$(x)' }), "kubectl delete 'nodes/$(x)'"],
  ] as const) {
    it(expected, () => assert.equal(command, expected));
  }
});
