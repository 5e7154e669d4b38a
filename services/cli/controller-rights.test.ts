import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  CONTROLLER_MANAGER,
  controllerRights,
  managerRights,
} from '@pilothouse/apiserver/server/bootstrap-rbac/controller-rights.js';
import { accountOf, CONTROLLER_NAMES, MANAGER_USER } from '@pilothouse/controllers/names.js';
import { defaultElection } from '@pilothouse/controllers/options/manager-options.js';
import { ROOT_CA_MAP } from '@pilothouse/controllers/root-ca-publisher/reconcile.js';

describe('permissions of controllers in the API server', () => {
  const domain = createDomain();
  const rights = controllerRights(domain);

  it('are bound to the accounts of controllers only', () => {
    assert.deepEqual(CONTROLLER_NAMES.map(accountOf).sort(), Object.keys(rights).sort());
  });

  it('are granted to the manager for its Lease and its ConfigMap', () => {
    assert.equal(CONTROLLER_MANAGER, MANAGER_USER);
    const named = (resource: string): readonly (readonly string[])[] => {
      const { everywhere, inSystem } = managerRights(domain);
      const rules = [...everywhere, ...inSystem].filter(({ resources }) => resources?.includes(resource));
      return rules.flatMap(({ resourceNames }) => (resourceNames ? [resourceNames] : []));
    };
    const { name, namespace } = defaultElection();
    assert.deepEqual([named('leases'), namespace], [[[name]], 'kube-system']);
    assert.deepEqual(named('configmaps'), [[ROOT_CA_MAP]]);
  });
});
