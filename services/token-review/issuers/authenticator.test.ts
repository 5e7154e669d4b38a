import assert from 'node:assert/strict';
import type { Authentication } from '@pilothouse/authentication/token-authenticator.js';
import { issuersAuthenticator } from './authenticator.js';
import { readIssuers } from './document.js';

/** A token of that issuer, signed by nobody. */
function token(iss: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256', kid: 'k' })}.${part({ iss })}.x`;
}

describe('several issuers', () => {
  // Nobody listens there.
  const text =
    'issuers: [{issuerURL: "https://127.0.0.1:1", clientID: a}, {issuerURL: "https://127.0.0.1:2", clientID: b}]';
  const tokens = issuersAuthenticator({
    issuers: readIssuers(text, 'f').map((options) => ({ options })),
    timeout: 5_000,
    onError: () => undefined,
    now: () => new Date(),
  });
  const ask = async (iss: string): Promise<Authentication> =>
    tokens.authenticateToken(iss, { audiences: [], signal: () => new AbortController().signal });

  it('are not asked about tokens of others, or what is no token of theirs', async () => {
    for (const other of [token('https://127.0.0.1:3'), token('https://127.0.0.1:1/'), 'a.b.c', 'pht_x.y', '']) {
      assert.deepEqual(await ask(other), { type: 'unknown' });
    }
  });

  it('are each asked about their own, and it is no answer when they give none', async () => {
    for (const port of [1, 2]) {
      await assert.rejects(ask(token(`https://127.0.0.1:${port}`)), { code: 'ECONNREFUSED', port });
    }
  });
});
