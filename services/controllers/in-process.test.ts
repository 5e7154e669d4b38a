import assert from 'node:assert/strict';
import { changing } from '@pilothouse/apimachinery/changing/changing.js';
import { scriptedTransport } from '@pilothouse/client/scripted-transport.test.helper.js';
import { runInProcess } from './in-process.js';
import { accountOf, CONTROLLER_NAMES } from './names.js';

describe('runInProcess', () => {
  it('uses the service accounts of the controllers and shared informers, without system:masters', async () => {
    const users: { readonly name: string; readonly groups: readonly string[] }[] = [];
    const running = runInProcess({
      connect(user) {
        users.push(user);
        return scriptedTransport([]);
      },
      config: { rootCa: changing(''), signLegacyToken: async () => '', legacyServiceAccountTokens: true },
    });
    await running.stop();
    const groups = ['system:serviceaccounts', 'system:serviceaccounts:kube-system'];
    const accounts = CONTROLLER_NAMES.map(accountOf).map((account) => ({
      name: `system:serviceaccount:kube-system:${account}`,
      groups,
    }));
    const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
    assert.deepEqual(
      users.sort(byName),
      [{ name: 'system:kube-controller-manager', groups: [] }, ...accounts].sort(byName),
    );
  });
});
