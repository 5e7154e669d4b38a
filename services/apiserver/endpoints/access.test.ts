import assert from 'node:assert/strict';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { startTestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

describe('access', () => {
  it("requires a role, whatever the user's groups, except for probes", async () => {
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
      const path = await api.request('GET', '/metrics');
      assert.equal(path.message, 'forbidden: User "ann" cannot get path "/metrics"');
      assert.equal((await api.request('GET', '/livez')).text, 'ok');
    } finally {
      await api.close();
    }
  });

  it('impersonation is allowed to cluster administrators and to users with the right to it', async () => {
    const api = await startTestApi();
    try {
      const list = (headers: Record<string, string>) => api.request('GET', CONFIG_MAPS, { headers });
      const bob = await list({ 'impersonate-user': 'bob' });
      assert.deepEqual([bob.status, /User "(.*?)"/.exec(bob.message)?.[1]], [403, 'bob']);
      assert.equal((await list({ 'impersonate-user': 'bob', 'impersonate-group': 'system:masters' })).status, 200);
      assert.equal((await list({ 'impersonate-group': 'system:masters' })).status, 400);
    } finally {
      await api.close();
    }
  });

  it('impersonation is refused to all others', async () => {
    const api = await startTestApi({ user: authenticatedUser('ann', ['dev']) });
    try {
      const headers = { 'impersonate-user': 'bob', 'impersonate-group': 'system:masters' };
      const { status, message, json } = await api.request('GET', CONFIG_MAPS, { headers });
      assert.deepEqual([status, json['kind'], json['reason']], [403, 'Status', 'Forbidden']);
      assert.match(
        message,
        /^users "bob" is forbidden: User "ann" cannot impersonate resource "users" in API group ""/,
      );
    } finally {
      await api.close();
    }
  });
});
