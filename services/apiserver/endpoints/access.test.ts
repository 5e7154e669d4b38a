import assert from 'node:assert/strict';
import { authenticatedUser } from '../request/user.js';
import { startTestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

describe('who may', () => {
  it('only members of system:masters, and anybody the probes', async () => {
    const api = await startTestApi({ user: authenticatedUser('ann', ['dev']) });
    try {
      const list = await api.request('GET', CONFIG_MAPS);
      assert.equal(list.status, 403);
      assert.equal(
        list.message,
        'configmaps is forbidden: User "ann" cannot list resource "configmaps" in API group "" in the namespace "default"',
      );
      const get = await api.request('GET', '/api/v1/namespaces/a/status');
      assert.equal(
        get.message,
        'namespaces "a" is forbidden: User "ann" cannot get resource "namespaces/status" in API group "" in the namespace "a"',
      );
      const path = await api.request('GET', '/version');
      assert.equal(path.message, 'forbidden: User "ann" cannot get path "/version"');
      assert.equal((await api.request('GET', '/livez')).text, 'ok');
    } finally {
      await api.close();
    }
  });

  it('nobody may act as somebody else', async () => {
    const api = await startTestApi();
    try {
      for (const name of ['impersonate-user', 'impersonate-group', 'impersonate-uid', 'impersonate-extra-scopes']) {
        const { status, json } = await api.request('GET', CONFIG_MAPS, { headers: { [name]: 'x' } });
        assert.deepEqual([status, json['reason']], [403, 'Forbidden']);
      }
    } finally {
      await api.close();
    }
  });
});
