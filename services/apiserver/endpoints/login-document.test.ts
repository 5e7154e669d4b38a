import assert from 'node:assert/strict';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApiOptions } from '../server/api.test.helper.js';

const PATH = '/.well-known/oauth-protected-resource';
const LOGIN = { issuer: 'https://id.example', clientId: 'kubectl', scopes: ['openid', 'groups'] };

async function asked(host: string | undefined, options: TestApiOptions = {}, method = 'GET') {
  const api = await startTestApi({ authentication: { login: LOGIN }, user: authenticatedUser('ann'), ...options });
  try {
    return await api.request(method, PATH, host === undefined ? {} : { headers: { host } });
  } finally {
    await api.close();
  }
}

describe('the document for command lines that sign in', () => {
  for (const [host, resource] of [
    ['api.example.org', 'https://api.example.org'],
    ['API.example.org:6443', 'https://api.example.org:6443'],
    ['[::1]:6443', 'https://[::1]:6443'],
    [undefined, 'https://127.0.0.1:6443'],
    ['a/b', 'https://127.0.0.1:6443'],
    ['user@a', 'https://127.0.0.1:6443'],
  ] as const) {
    it(`names the host of the request: ${host ?? 'none'}`, async () => {
      const { status, headers, text } = await asked(host);
      assert.deepEqual([status, headers['content-type']], [200, 'application/json']);
      assert.deepEqual(JSON.parse(text), {
        resource,
        authorization_servers: ['https://id.example'],
        scopes_supported: ['openid', 'groups'],
        bearer_methods_supported: ['header'],
        pilothouse_client_id: 'kubectl',
      });
    });
  }

  it('needs no credentials, not even with anonymous access disabled', async () => {
    const api = await startTestApi({ authentication: { login: LOGIN, anonymous: false } });
    const headers = { authorization: 'Bearer unknown' };
    assert.equal((await api.request('GET', PATH, { headers })).status, 200);
    assert.equal((await api.request('GET', '/version', { headers })).status, 401);
    await api.close();
  });

  it('is read-only', async () => {
    assert.equal((await asked('a', {}, 'HEAD')).status, 200);
    assert.equal((await asked('a', {}, 'POST')).status, 405);
  });

  it('is not served unless it is configured', async () => {
    assert.equal(
      (await asked('a', { authentication: {}, user: authenticatedUser('a', ['system:masters']) })).status,
      404,
    );
  });
});
