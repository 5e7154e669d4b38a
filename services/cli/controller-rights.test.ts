import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { ALL_FEATURES } from '@pilothouse/apiserver/features/all-features.test.helper.js';
import {
  CONTROLLER_MANAGER,
  controllerRights,
  managerRights,
} from '@pilothouse/apiserver/server/bootstrap-rbac/controller-rights.js';
import { bootstrapRoles, systemRoles } from '@pilothouse/apiserver/server/bootstrap-rbac/roles.js';
import { accountOf, CONTROLLER_NAMES, MANAGER_USER } from '@pilothouse/controllers/names.js';
import { defaultElection } from '@pilothouse/controllers/options/manager-options.js';
import { ROOT_CA_MAP } from '@pilothouse/controllers/root-ca-publisher/reconcile.js';

describe('permissions of controllers in the API server', () => {
  const domain = createDomain();

  it('are granted to the account of each controller', () => {
    const roles = bootstrapRoles(domain, ALL_FEATURES).concat(systemRoles(domain));
    const names = new Set(roles.map(({ metadata }) => metadata.name));
    const missing = CONTROLLER_NAMES.map(accountOf).filter((account) => !names.has(`system:controller:${account}`));
    assert.deepEqual(missing, []);
  });

  it('are granted to the manager for its Lease, and to its publisher for the ConfigMap', () => {
    assert.equal(CONTROLLER_MANAGER, MANAGER_USER);
    const { name, namespace } = defaultElection();
    const leases = managerRights(domain).inSystem.map(({ resourceNames }) => resourceNames);
    assert.deepEqual([leases, namespace], [[[name]], 'kube-system']);
    const maps = controllerRights(domain)['root-ca-cert-publisher']?.everywhere?.map(
      ({ resourceNames }) => resourceNames,
    );
    assert.deepEqual(maps, [[ROOT_CA_MAP]]);
  });
});
