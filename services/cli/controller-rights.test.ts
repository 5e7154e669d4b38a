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

describe('what the API server lets controllers do', () => {
  const domain = createDomain();
  const rights = controllerRights(domain);

  it('is said of the account of each, and of no others', () => {
    assert.deepEqual(CONTROLLER_NAMES.map(accountOf).sort(), Object.keys(rights).sort());
  });

  it('is given to their manager by its name, for its lease and for the config map that it publishes', () => {
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
