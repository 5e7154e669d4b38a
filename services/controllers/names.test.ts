import assert from 'node:assert/strict';
import { changing } from '@pilothouse/apimachinery/changing/changing.js';
import { allControllers } from './catalog.js';
import { accountOf, CONTROLLER_NAMES, isControllerAccount } from './names.js';

describe('controller names', () => {
  it('match the catalog in order', () => {
    const config = { rootCa: changing(''), signLegacyToken: async () => '', legacyServiceAccountTokens: true };
    const names = allControllers(config).map(({ name }) => name);
    assert.deepEqual(CONTROLLER_NAMES, names.sort());
  });

  it('map to distinct accounts of kube-system only', () => {
    const accounts = CONTROLLER_NAMES.map(accountOf);
    assert.equal(new Set(accounts).size, CONTROLLER_NAMES.length);
    for (const account of accounts) {
      assert.ok(isControllerAccount('kube-system', account));
      assert.ok(!isControllerAccount('default', account));
    }
    assert.ok(!isControllerAccount('kube-system', 'default'));
  });
});
