import assert from 'node:assert/strict';
import type { TokenAuthenticator } from '@pilothouse/authentication/token-authenticator.js';
import { startTestApi } from '../api.test.helper.js';

/** Does not say whose a token is as long as anybody waits. */
const silent: TokenAuthenticator = {
  name: 'silent',
  authenticateToken: (_token, { signal }) =>
    new Promise((_resolve, reject) => {
      const wanted = signal();
      wanted.addEventListener('abort', () => reject(wanted.reason as Error), { once: true });
    }),
};

describe('the time of a request', () => {
  it('is up also while somebody is asked who makes it', async () => {
    const api = await startTestApi({ requestTimeout: 20, remoteTokens: [silent] });
    try {
      const headers = { authorization: 'Bearer x' };
      const { status, json } = await api.request('GET', '/api/v1/nodes', { headers });
      assert.deepEqual([status, json['kind'], json['reason']], [504, 'Status', 'Timeout']);
    } finally {
      await api.close();
    }
  });
});
