import assert from 'node:assert/strict';
import type { Authentication } from '@pilothouse/token-authenticators/token-authenticator.js';
import { issuersAuthenticator } from './authenticator.js';
import { readIssuers } from './document.js';

/** An unsigned token of an issuer. */
function token(iss: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256', kid: 'k' })}.${part({ iss })}.x`;
}

describe('issuersAuthenticator', () => {
  // Nothing listens on these ports.
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

  it('asks no issuer about tokens that name none of them', async () => {
    for (const other of [token('https://127.0.0.1:3'), token('https://127.0.0.1:1/'), 'a.b.c', 'pht_x.y', '']) {
      assert.deepEqual(await ask(other), { type: 'unknown' });
    }
  });

  it('asks the issuer that the token names, and fails when that is unreachable', async () => {
    for (const port of [1, 2]) {
      await assert.rejects(ask(token(`https://127.0.0.1:${port}`)), { code: 'ECONNREFUSED', port });
    }
  });
});
