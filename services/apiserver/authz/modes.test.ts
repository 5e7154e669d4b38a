import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { AuthorizationMode } from '../options/authorization.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi } from '../server/api.test.helper.js';

const ann = authenticatedUser('ann');
const admin = authenticatedUser('admin', ['system:masters']);

describe('authorization modes', () => {
  const cases: readonly (readonly [
    modes: readonly AuthorizationMode[] | undefined,
    version: number,
    nodes: number,
    reason: string,
  ])[] = [
    [undefined, 200, 403, ''],
    [['RBAC'], 200, 403, ''],
    [['AlwaysAllow'], 200, 200, ''],
    [['AlwaysDeny'], 403, 403, ': Everything is forbidden.'],
    [['AlwaysDeny', 'AlwaysAllow'], 200, 200, ''],
    [['AlwaysDeny', 'RBAC'], 200, 403, ': Everything is forbidden.'],
    [['RBAC', 'AlwaysAllow'], 200, 200, ''],
  ];
  for (const [modes, version, nodes, reason] of cases) {
    it(modes?.join(', then ') ?? 'by default', async () => {
      const api = await startTestApi(modes && { authorizationModes: modes });
      try {
        assert.equal((await api.request('GET', '/version', { user: ann })).status, version);
        const asked = await api.request('GET', '/api/v1/nodes', { user: ann });
        assert.equal(asked.status, nodes);
        const refused =
          'nodes is forbidden: User "ann" cannot list resource "nodes" in API group "" at the cluster scope';
        assert.equal(asked.message, nodes === 200 ? '' : `${refused}${reason}`);
        assert.equal((await api.request('GET', '/livez', { user: ann })).status, 200);
        assert.equal((await api.request('GET', '/api/v1/nodes', { user: admin })).status, 200);
      } finally {
        await api.close();
      }
    });
  }

  it('list their combined rules', async () => {
    const api = await startTestApi({ authorizationModes: ['AlwaysDeny', 'AlwaysAllow'] });
    try {
      const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
      const { json } = await api.request('POST', path, { user: ann, body: { spec: { namespace: 'a' } } });
      assert.deepEqual(plain((json['status'] as JsonObject)['resourceRules']), [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      ]);
    } finally {
      await api.close();
    }
  });
});
