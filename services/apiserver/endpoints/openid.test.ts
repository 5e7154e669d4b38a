import assert from 'node:assert/strict';
import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApiOptions } from '../server/api.test.helper.js';
import { pemPair, signingKeyOf } from '../serviceaccount/forge.test.helper.js';
import type { TokenKeys } from '../serviceaccount/keys.js';

const CONFIGURATION = '/.well-known/openid-configuration';
const KEYS = '/openid/v1/jwks';

const [ec, rsa] = [signingKeyOf(pemPair('P-256').privatePem), signingKeyOf(pemPair('RSA').privatePem)];
const keys: TokenKeys = { signing: ec, verification: [ec, rsa] };

async function asked(path: string, options: TestApiOptions = {}) {
  const api = await startTestApi({
    ...options,
    tokens: { keys: () => keys, issuers: ['https://issuer.example'], ...options.tokens },
  });
  try {
    return await api.request('GET', path);
  } finally {
    await api.close();
  }
}

describe('discovery for token verifiers', () => {
  it('has an OpenID Connect document', async () => {
    const { status, headers, json } = await asked(CONFIGURATION);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['cache-control'], 'public, max-age=3600');
    assert.deepEqual(JSON.parse(JSON.stringify(json)), {
      issuer: 'https://issuer.example',
      jwks_uri: 'https://127.0.0.1:6443/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    });
  });

  it('has the public parts of all keys, without private ones', async () => {
    const { headers, text } = await asked(KEYS);
    assert.equal(headers['content-type'], 'application/jwk-set+json');
    const { keys } = JSON.parse(text) as { keys: (JsonWebKey & { kid: string; use: string; alg: string })[] };
    assert.deepEqual(
      keys.map(({ kid, use, alg, kty }) => [kid, use, alg, kty]),
      [
        [ec.id, 'sig', 'ES256', 'EC'],
        [rsa.id, 'sig', 'RS256', 'RSA'],
      ],
    );
    for (const key of keys) assert.deepEqual([key.d, key.p, key.q], [undefined, undefined, undefined]);
  });

  it('suffices to verify a token', async () => {
    const api = await startTestApi();
    await api.request('POST', '/api/v1/namespaces/default/serviceaccounts', { body: { metadata: { name: 'a' } } });
    const { text } = await api.request('POST', '/api/v1/namespaces/default/serviceaccounts/a/token', { body: {} });
    const [header = '', payload = '', signature = ''] = /"token":"(.*?)"/.exec(text)?.[1]?.split('.') ?? [];
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const { keys } = JSON.parse((await api.request('GET', KEYS)).text) as { keys: (JsonWebKey & { kid: string })[] };
    const found = keys.find((each) => each.kid === kid);
    assert.ok(found);
    const key = createPublicKey({ key: found, format: 'jwk' });
    const input = Buffer.from(`${header}.${payload}`);
    const isGood = verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
    assert.ok(isGood);
    await api.close();
  });

  for (const path of [CONFIGURATION, KEYS]) {
    it(`requires authorization: ${path}`, async () => {
      assert.equal((await asked(path, { user: authenticatedUser('ann') })).status, 403);
    });
    for (const issuer of [
      'issuer',
      'http://issuer.example',
      'https://issuer.example/?x',
      'https://issuer.example/#x',
    ]) {
      it(`is not served for the issuer ${issuer}: ${path}`, async () => {
        assert.equal((await asked(path, { tokens: { issuers: [issuer] } })).status, 404);
      });
    }
  }
});
