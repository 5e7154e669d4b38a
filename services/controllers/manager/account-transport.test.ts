import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { scriptedTransport } from '@pilothouse/client/scripted-transport.test.helper.js';
import type { AccountTokens } from './account-tokens.js';
import { accountTransport } from './account-transport.js';

const request = { method: 'POST', target: '/x', headers: { accept: 'a/b' }, body: Buffer.from('body') };

/** Returns `t1`, and another token after each rejection. */
function numbered(): AccountTokens {
  let number = 1;
  return {
    current: async () => `t${number}`,
    refused(token) {
      if (token === `t${number}`) number++;
    },
  };
}

describe('accountTransport', () => {
  const cases: readonly (readonly [
    name: string,
    codes: readonly number[],
    status: number,
    tokens: readonly string[],
  ])[] = [
    ['sends the token', [200], 200, ['t1']],
    ['resends with a new token after 401', [401, 201], 201, ['t1', 't2']],
    ['resends once', [401, 401], 401, ['t1', 't2']],
    ['does not resend after 403', [403], 403, ['t1']],
  ];
  for (const [name, codes, status, tokens] of cases) {
    it(name, async () => {
      const server = scriptedTransport(codes.map((code) => ({ status: code, body: { code } })));
      const response = await accountTransport(numbered(), server).request(request);
      assert.equal(response.status, status);
      assert.deepEqual(
        server.requests,
        tokens.map((token) => ({ ...request, headers: { accept: 'a/b', authorization: `Bearer ${token}` } })),
      );
    });
  }

  it('fails without a token', async () => {
    const tokens = { current: () => Promise.reject(new Error('none')), refused: () => undefined };
    const server = scriptedTransport([]);
    await assert.rejects(accountTransport(tokens, server).request(request), /none/);
    assert.deepEqual(server.log, []);
  });

  it('does not pass on the StatusError of the token request', async () => {
    const error = new StatusError('NotFound', 'no such account', { details: { name: 'generic-garbage-collector' } });
    const tokens = { current: () => Promise.reject(error), refused: () => undefined };
    await assert.rejects(accountTransport(tokens, scriptedTransport([])).request(request), {
      name: 'Error',
      message: 'cannot get a service account token: no such account',
      cause: error,
    });
  });
});
