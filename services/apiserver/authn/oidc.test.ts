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
  /** The ids for which keys were asked. */
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

  /** The user that a token makes, who may do nothing here; undefined where it is refused. */
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
    ['for several, of whom we are one', () => good({ aud: ['other', 'pilothouse'] })],
    ['without the id of a key', () => forge({ alg: 'ES256' }, claims(), sign)],
    ['of a clock that is a minute ahead', () => good({ nbf: NOW / 1000 + 60 })],
    ['of a clock that is a minute behind', () => good({ exp: NOW / 1000 - 59 })],
  ];
  for (const [name, token] of accepted)
    it(`are accepted ${name}`, async () => assert.equal(await userOf(token()), ANN));

  it('with groups that are no array are refused, and the log says why, once', async () => {
    for (let attempt = 0; attempt < 3; attempt++) assert.equal(await userOf(good({ groups: 'dev' })), undefined);
    const reasons = logged.filter((line) => line.includes('the claim groups'));
    assert.equal(reasons.length, 1);
    const reason = 'the claim groups must be an array of strings, and is a string';
    assert.ok(reasons[0]?.includes(`"reason":"${reason}","msg":"credentials were refused"`), reasons[0]);
  });

  it('make members of whatever groups they name where those have no prefix, also of system:masters', async () => {
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
    ['alg nOnE with the id of a key', () => forge(header({ alg: 'nOnE' }), claims(), unsigned)],
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
    ['HS256 that says RS256', () => forge({ alg: 'RS256', kid: 'rsa' }, claims(), hmac(pem(KEYS.rsa.privateKey)))],
    ['EdDSA', () => forge(header({ alg: 'EdDSA' }), claims(), sign)],
    ['an RSA key that says ES256', () => forge({ alg: 'ES256', kid: 'rsa' }, claims(), rsa(KEYS.rsa.privateKey))],
    ['a key of somebody else', () => forge(header(), claims(), ecdsa(stranger.privateKey))],
    ['a key of somebody else without an id', () => forge({ alg: 'ES256' }, claims(), ecdsa(stranger.privateKey))],
    ['the id of a key that is a path', () => forge(header({ kid: '../../../../dev/null' }), claims(), sign)],
    ['the id of a key that is an address', () => forge(header({ kid: 'https://evil.example/key' }), claims(), sign)],
    ['the id of a key that is no text', () => forge(header({ kid: ['P-256'] }), claims(), sign)],
    [
      'a key that it brings along',
      () =>
        forge(
          { alg: 'ES256', jwk: stranger.publicKey.export({ format: 'jwk' }) },
          claims(),
          ecdsa(stranger.privateKey),
        ),
    ],
    [
      'the address of a key',
      () => forge(header({ jku: 'https://evil.example/keys', kid: 'x' }), claims(), ecdsa(stranger.privateKey)),
    ],
    ['a critical extension', () => forge(header({ crit: ['b64'], b64: false }), claims(), sign)],
    ['expired', () => good({ exp: NOW / 1000 - 61 })],
    ['no end', () => good({ exp: undefined })],
    ['an end that is text', () => good({ exp: '9999999999' })],
    ['not yet valid', () => good({ nbf: NOW / 1000 + 62 })],
    ['another issuer', () => good({ iss: `${ISSUER}/` })],
    ['several issuers', () => good({ iss: [ISSUER] })],
    ['another audience', () => good({ aud: 'other' })],
    ['an audience that begins like us', () => good({ aud: 'pilothouse2' })],
    ['no audience', () => good({ aud: undefined })],
    ['no name', () => good({ sub: undefined })],
    ['claims that are a list', () => forge(header(), '[]', sign)],
    ['claims nested deeply', () => forge(header(), `{"iss":"${ISSUER}","x":${'['.repeat(40_000)}`, sign)],
    ['100 KB', () => good({ x: 'x'.repeat(100_000) })],
    ['five parts', () => `${good()}.x.y`],
    ['dots', () => '..'],
  ];
  for (const [name, token] of refused) {
    it(`are refused: ${name}`, async () => assert.equal(await userOf(token()), undefined));
  }

  it('of other issuers, or with what is not accepted, have no keys asked for', async () => {
    for (const token of [good({ iss: 'https://other.example' }), forge({ alg: 'HS256', kid: 'x' }, claims(), sign)]) {
      assert.equal(await userOf(token), undefined);
    }
    assert.deepEqual(asked, []);
  });

  const unusable: readonly (readonly [name: string, key: () => JsonObject])[] = [
    ['for encryption', () => jwk('P-256', { use: 'enc' })],
    ['for another algorithm', () => jwk('P-256', { alg: 'ES384' })],
    ['that is none', () => jwk('P-256', { kty: 'oct', k: 'AAAA' })],
    ['that is broken', () => jwk('P-256', { x: 'AAAA' })],
    ['whose text is no text', () => jwk('P-256', { x: { a: 1 } })],
  ];
  for (const [name, key] of unusable) {
    it(`are not checked with a key ${name}`, async () => {
      published = [key()];
      assert.equal(await userOf(good()), undefined);
    });
  }

  it('that name no key are checked once more with new keys, and others not', async () => {
    [published, renewed] = [[jwk('P-384')], [jwk('P-256')]];
    assert.equal(await userOf(forge({ alg: 'ES256' }, claims(), sign)), ANN);
    assert.equal(await userOf(good()), undefined);
  });

  it('are checked with each of several keys of one id', async () => {
    published = [jwk('P-256', { x: 'AAAA' }), jwk('P-256')];
    assert.equal(await userOf(good()), ANN);
  });

  it('may be signed only as they should be', async () => {
    options = { algorithms: ['RS256'] };
    assert.equal(await userOf(good()), undefined);
  });

  it('live as long as they say', async () => {
    const question = { audiences: [], signal: () => new AbortController().signal };
    const result = await authenticator().authenticateToken(good(), question);
    assert.equal(result.type === 'authenticated' && result.expires, NOW + 3_600_000);
  });
});
