import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { forApiServer } from '@pilothouse/token-authenticators/audiences.js';
import {
  oidcAuthenticator,
  type OidcAuthenticatorOptions,
} from '@pilothouse/token-authenticators/oidc/authenticator.js';
import { OIDC_ALGORITHMS } from '@pilothouse/token-authenticators/oidc/options.js';
import { SignJWT } from 'jose';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { ecdsa, forge, hmac, rsa, unsigned } from '../serviceaccount/forge.test.helper.js';

const NOW = Date.parse('2026-01-02T03:04:05Z');
const ISSUER = 'https://id.example';

const KEYS = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
};
type KeyName = keyof typeof KEYS;
const EC_KEYS: Readonly<Record<string, KeyName>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };

describe('ID tokens', () => {
  let api: TestApi;
  /** The ids of the requested keys. */
  let asked: (string | undefined)[];
  let published: readonly JsonObject[];
  let renewed: readonly JsonObject[] | undefined;
  let options: Partial<OidcAuthenticatorOptions>;
  const logged: string[] = [];

  before(async () => {
    const tokens = forApiServer(
      {
        name: 'test',
        authenticateToken: (token, question) => authenticator().authenticateToken(token, question),
      },
      ['https://kubernetes.default.svc.cluster.local'],
    );
    const destination = { write: (line: string) => void logged.push(line) };
    api = await startTestApi({ remoteTokens: [tokens], logger: createLogger(2, destination) });
  });
  after(() => api.close());
  beforeEach(() => {
    [asked, options, renewed] = [[], {}, undefined];
    published = (Object.keys(KEYS) as KeyName[]).map((name) => jwk(name));
  });

  const authenticator = (): ReturnType<typeof oidcAuthenticator> =>
    oidcAuthenticator({
      issuer: ISSUER,
      clientId: 'pilothouse',
      usernameClaim: 'sub',
      usernamePrefix: `${ISSUER}#`,
      groupsClaim: 'groups',
      groupsPrefix: '',
      requiredClaims: [],
      algorithms: OIDC_ALGORITHMS,
      now: () => new Date(NOW),
      keySet: {
        async keysFor(id) {
          asked.push(id);
          return published;
        },
        newKeys: async () => renewed,
      },
      ...options,
    });

  function jwk(name: KeyName, more: object = {}): JsonObject {
    const text = JSON.stringify({ ...KEYS[name].publicKey.export({ format: 'jwk' }), kid: name, ...more });
    return parseJson(text).value as JsonObject;
  }

  const claims = (changes: object = {}): Record<string, unknown> => ({
    iss: ISSUER,
    aud: 'pilothouse',
    sub: 'ann',
    iat: NOW / 1000,
    exp: NOW / 1000 + 3600,
    ...changes,
  });
  const header = (changes: object = {}): object => ({ alg: 'ES256', kid: 'P-256', ...changes });
  const sign = ecdsa(KEYS['P-256'].privateKey);
  const good = (changes: object = {}): string => forge(header(), claims(changes), sign);

  /** The user of a token, which needs no permissions here; undefined if the token is refused. */
  async function userOf(token: string): Promise<string | undefined> {
    const headers = { authorization: `Bearer ${token}` };
    const { status, json, message } = await api.request('GET', '/api/v1/nodes', { headers });
    if (status !== 403) {
      assert.deepEqual(
        [status, json['kind'], json['reason'], message],
        [401, 'Status', 'Unauthorized', 'Unauthorized'],
      );
      return undefined;
    }
    assert.equal(json['kind'], 'Status');
    return /User "(.*?)" cannot/.exec(message)?.[1];
  }
  const ANN = `${ISSUER}#ann`;

  for (const alg of OIDC_ALGORITHMS) {
    it(`may be signed with ${alg}`, async () => {
      const name = EC_KEYS[alg] ?? 'rsa';
      const token = await new SignJWT(claims()).setProtectedHeader({ alg, kid: name }).sign(KEYS[name].privateKey);
      assert.equal(await userOf(token), ANN);
    });
  }

  const accepted: readonly (readonly [name: string, token: () => string])[] = [
    ['for several audiences, including ours', () => good({ aud: ['other', 'pilothouse'] })],
    ['without a key id', () => forge({ alg: 'ES256' }, claims(), sign)],
    ['from a clock that is a minute ahead', () => good({ nbf: NOW / 1000 + 60 })],
    ['from a clock that is a minute behind', () => good({ exp: NOW / 1000 - 59 })],
  ];
  for (const [name, token] of accepted)
    it(`are accepted ${name}`, async () => assert.equal(await userOf(token()), ANN));

  it('with groups of a wrong type are refused, and the log has the reason, once', async () => {
    for (let attempt = 0; attempt < 3; attempt++) assert.equal(await userOf(good({ groups: 'dev' })), undefined);
    const reasons = logged.filter((line) => line.includes('the claim groups'));
    assert.equal(reasons.length, 1);
    const reason = 'the claim groups must be an array of strings, and is a string';
    assert.ok(reasons[0]?.includes(`"reason":"${reason}","msg":"credentials were refused"`), reasons[0]);
  });

  it('make members of any group without a groups prefix, even of system:masters', async () => {
    const headers = { authorization: `Bearer ${good({ groups: ['system:masters'] })}` };
    assert.equal((await api.request('GET', '/api/v1/nodes', { headers })).status, 200);
    options = { groupsPrefix: 'oidc:' };
    assert.equal((await api.request('GET', '/api/v1/nodes', { headers })).status, 403);
  });

  const pem = (key: KeyObject): string => String(createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  const der = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' });
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const refused: readonly (readonly [name: string, token: () => string])[] = [
    ['alg none', () => forge({ alg: 'none' }, claims(), unsigned)],
    ['alg nOnE with a key id', () => forge(header({ alg: 'nOnE' }), claims(), unsigned)],
    ['no alg', () => forge(header({ alg: undefined }), claims(), sign)],
    ['no signature', () => forge(header(), claims(), unsigned)],
    [
      'HS256 with the public key in PEM',
      () => forge(header({ alg: 'HS256' }), claims(), hmac(pem(KEYS['P-256'].privateKey))),
    ],
    [
      'HS256 with the public key in DER',
      () => forge({ alg: 'HS256', kid: 'rsa' }, claims(), hmac(der(KEYS.rsa.privateKey))),
    ],
    ['HS256 with alg RS256', () => forge({ alg: 'RS256', kid: 'rsa' }, claims(), hmac(pem(KEYS.rsa.privateKey)))],
    ['EdDSA', () => forge(header({ alg: 'EdDSA' }), claims(), sign)],
    ['an RSA key with alg ES256', () => forge({ alg: 'ES256', kid: 'rsa' }, claims(), rsa(KEYS.rsa.privateKey))],
    ['an unknown key', () => forge(header(), claims(), ecdsa(stranger.privateKey))],
    ['an unknown key without an id', () => forge({ alg: 'ES256' }, claims(), ecdsa(stranger.privateKey))],
    ['a key id that is a path', () => forge(header({ kid: '../../../../dev/null' }), claims(), sign)],
    ['a key id that is a URL', () => forge(header({ kid: 'https://evil.example/key' }), claims(), sign)],
    ['a key id that is not a string', () => forge(header({ kid: ['P-256'] }), claims(), sign)],
    [
      'an embedded key',
      () =>
        forge(
          { alg: 'ES256', jwk: stranger.publicKey.export({ format: 'jwk' }) },
          claims(),
          ecdsa(stranger.privateKey),
        ),
    ],
    [
      'the URL of a key',
      () => forge(header({ jku: 'https://evil.example/keys', kid: 'x' }), claims(), ecdsa(stranger.privateKey)),
    ],
    ['a critical extension', () => forge(header({ crit: ['b64'], b64: false }), claims(), sign)],
    ['expired', () => good({ exp: NOW / 1000 - 61 })],
    ['no expiration', () => good({ exp: undefined })],
    ['an expiration that is a string', () => good({ exp: '9999999999' })],
    ['not yet valid', () => good({ nbf: NOW / 1000 + 62 })],
    ['another issuer', () => good({ iss: `${ISSUER}/` })],
    ['several issuers', () => good({ iss: [ISSUER] })],
    ['another audience', () => good({ aud: 'other' })],
    ['an audience with the same prefix', () => good({ aud: 'pilothouse2' })],
    ['no audience', () => good({ aud: undefined })],
    ['no name', () => good({ sub: undefined })],
    ['claims that are a list', () => forge(header(), '[]', sign)],
    ['deeply nested claims', () => forge(header(), `{"iss":"${ISSUER}","x":${'['.repeat(40_000)}`, sign)],
    ['100 KB', () => good({ x: 'x'.repeat(100_000) })],
    ['five parts', () => `${good()}.x.y`],
    ['dots', () => '..'],
  ];
  for (const [name, token] of refused) {
    it(`are refused: ${name}`, async () => assert.equal(await userOf(token()), undefined));
  }

  it('from other issuers or with unaccepted claims cause no request for keys', async () => {
    for (const token of [good({ iss: 'https://other.example' }), forge({ alg: 'HS256', kid: 'x' }, claims(), sign)]) {
      assert.equal(await userOf(token), undefined);
    }
    assert.deepEqual(asked, []);
  });

  const unusable: readonly (readonly [name: string, key: () => JsonObject])[] = [
    ['for encryption', () => jwk('P-256', { use: 'enc' })],
    ['for another algorithm', () => jwk('P-256', { alg: 'ES384' })],
    ['of another kind', () => jwk('P-256', { kty: 'oct', k: 'AAAA' })],
    ['that is invalid', () => jwk('P-256', { x: 'AAAA' })],
    ['whose coordinate is not a string', () => jwk('P-256', { x: { a: 1 } })],
  ];
  for (const [name, key] of unusable) {
    it(`are not verified with a key ${name}`, async () => {
      published = [key()];
      assert.equal(await userOf(good()), undefined);
    });
  }

  it('without a known key id are verified again with refreshed keys, and others are not', async () => {
    [published, renewed] = [[jwk('P-384')], [jwk('P-256')]];
    assert.equal(await userOf(forge({ alg: 'ES256' }, claims(), sign)), ANN);
    assert.equal(await userOf(good()), undefined);
  });

  it('are verified with each of several keys with the same id', async () => {
    published = [jwk('P-256', { x: 'AAAA' }), jwk('P-256')];
    assert.equal(await userOf(good()), ANN);
  });

  it("may be signed only with the key's algorithm", async () => {
    options = { algorithms: ['RS256'] };
    assert.equal(await userOf(good()), undefined);
  });

  it('expire', async () => {
    const question = { audiences: [], signal: () => new AbortController().signal };
    const result = await authenticator().authenticateToken(good(), question);
    assert.equal(result.type === 'authenticated' && result.expires, NOW + 3_600_000);
  });
});
