import assert from 'node:assert/strict';
import type { TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { startTestApi, type TestApi } from '../api.test.helper.js';

/** Authenticator that never responds. */
const silent: TokenAuthenticator = {
  name: 'silent',
  authenticateToken: (_token, { signal }) =>
    new Promise((_resolve, reject) => {
      const wanted = signal();
      wanted.addEventListener('abort', () => reject(wanted.reason as Error), { once: true });
    }),
};

const WITH_TOKEN = { headers: { authorization: 'Bearer x' } };

describe('the request timeout', () => {
  let api: TestApi;
  before(async () => (api = await startTestApi({ remoteTokens: [silent] })));
  after(() => api.close());

  it('applies during authentication', async () => {
    const impatient = await startTestApi({ requestTimeout: 20, remoteTokens: [silent] });
    try {
      const { status, json } = await impatient.request('GET', '/api/v1/nodes', WITH_TOKEN);
      assert.deepEqual([status, json['kind'], json['reason']], [504, 'Status', 'Timeout']);
    } finally {
      await impatient.close();
    }
  });

  for (const timeout of ['20ms', '0.02s']) {
    it(`is that of the query parameter: ${timeout}`, async () => {
      const { status, message } = await api.request('GET', `/api/v1/nodes?timeout=${timeout}`, WITH_TOKEN);
      assert.deepEqual([status, message], [504, 'Timeout: request did not complete within the allotted timeout']);
    });
  }

  for (const timeout of ['', '0', '0s', '3m']) {
    it(`is that of the server if the query parameter is not shorter: ${JSON.stringify(timeout)}`, async () => {
      assert.equal((await api.request('GET', `/api/v1/nodes?timeout=${timeout}`)).status, 200);
    });
  }

  for (const timeout of ['5', 'invalid', '-1s']) {
    it(`is a duration: ${timeout} gets 400`, async () => {
      const { status, message } = await api.request('GET', `/version?timeout=${timeout}`);
      const why = `"${timeout}" is not a duration such as 30s`;
      assert.deepEqual([status, message], [400, `invalid timeout specified in the request URL - ${why}`]);
    });
  }
});
