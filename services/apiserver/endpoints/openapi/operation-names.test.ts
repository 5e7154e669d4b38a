import assert from 'node:assert/strict';
import { operationName } from './operation-names.js';

/** Group, version, verb and suffix, with Kubernetes' id and tag. */
const NAMES: readonly (readonly [
  group: string,
  version: string,
  verb: string,
  rest: string,
  id: string,
  tag: string,
])[] = [
  ['', 'v1', 'list', 'NamespacedConfigMap', 'listCoreV1NamespacedConfigMap', 'core_v1'],
  ['apps', 'v1', 'read', 'NamespacedDeployment', 'readAppsV1NamespacedDeployment', 'apps_v1'],
  [
    'rbac.authorization.k8s.io',
    'v1beta1',
    'delete',
    'CollectionClusterRole',
    'deleteRbacAuthorizationV1beta1CollectionClusterRole',
    'rbacAuthorization_v1beta1',
  ],
  ['storage.k8s.io', '', 'get', 'APIGroup', 'getStorageAPIGroup', 'storage'],
  ['my-things.example.io', 'v1', 'patch', 'Widget', 'patchMyThingsExampleIoV1Widget', 'myThingsExampleIo_v1'],
  ['k8s.io', 'v1', 'patch', 'Widget', 'patchK8sIoV1Widget', 'k8sIo_v1'],
];

describe('operationName', () => {
  for (const [group, version, verb, rest, id, tag] of NAMES) {
    it(`is ${id}, tagged ${tag}`, () => {
      assert.deepEqual(operationName({ group, version, apiDomain: 'k8s.io' }, verb, rest), { id, tag });
    });
  }

  it('omits the API domain', () => {
    const { id } = operationName(
      { group: 'storage.example.org', version: 'v1', apiDomain: 'example.org' },
      'list',
      'CSIDriver',
    );
    assert.equal(id, 'listStorageV1CSIDriver');
  });
});
