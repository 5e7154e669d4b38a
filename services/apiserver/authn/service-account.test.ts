import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { startTestApi, type TestApi, type TestResponse } from '../server/api.test.helper.js';
import { boundClaims } from '../serviceaccount/bound-claims.js';
import { ecdsa, forge, hmac, pemPair, rsa, signingKeyOf, unsigned } from '../serviceaccount/forge.test.helper.js';
import type { TokenKeys } from '../serviceaccount/keys.js';
import { legacyClaims } from '../serviceaccount/legacy-claims.js';
import { signToken } from '../serviceaccount/sign.js';

const NOW = Date.parse('2026-01-02T03:04:05Z');
const ISSUER = 'https://issuer.example';
const FORMER = 'https://former.example';

const [signing, former, stranger] = [pemPair('P-256'), pemPair('RSA'), pemPair('P-256')];
const signingKey = signingKeyOf(signing.privatePem);
const formerKey = signingKeyOf(former.privatePem);
const strangerKey = signingKeyOf(stranger.privatePem);

describe('service account tokens', () => {
  let api: TestApi;
  let now: number;
  let keys: TokenKeys;
  let account: { readonly namespace: string; readonly name: string; readonly uid: string };
  beforeEach(async () => {
    now = NOW;
    keys = { signing: signingKey, verification: [signingKey, formerKey] };
    api = await startTestApi({
      tokens: {
        keys: () => keys,
        issuers: [ISSUER, FORMER],
        audiences: ['api', 'other-api'],
      },
      environment: { now: () => new Date(now) },
    });
    account = { namespace: 'default', name: 'robot', uid: await make('serviceaccounts', { name: 'robot' }) };
  });
  afterEach(() => api.close());

  /** Creates an object and returns its uid. */
  async function make(resource: string, metadata: JsonObject, rest: JsonObject = {}): Promise<string> {
    const path = resource === 'nodes' ? '/api/v1/nodes' : `/api/v1/namespaces/default/${resource}`;
    const { status, json } = await api.request('POST', path, { body: { metadata, ...rest } });
    assert.equal(status, 201);
    return (json['metadata'] as { uid: string }).uid;
  }

  const show = (token: string): Promise<TestResponse> =>
    api.request('GET', '/api/v1/namespaces/default/configmaps', { headers: { authorization: `Bearer ${token}` } });

  /** The user of a token, which needs no permissions here; undefined if the token is refused. */
  async function userOf(token: string): Promise<string | undefined> {
    const { status, message } = await show(token);
    if (status === 401) return undefined;
    assert.equal(status, 403);
    return /User "(.*?)" cannot/.exec(message)?.[1];
  }

  const ROBOT = 'system:serviceaccount:default:robot';
  const request = async (spec: JsonObject = {}): Promise<string> => {
    const { json } = await api.request('POST', '/api/v1/namespaces/default/serviceaccounts/robot/token', {
      body: { spec },
    });
    return (json['status'] as { token: string }).token;
  };
  const goodClaims = (changes: object = {}): object => ({
    aud: ['api'],
    exp: NOW / 1000 + 3600,
    iat: NOW / 1000,
    iss: ISSUER,
    jti: 'an-id',
    nbf: NOW / 1000,
    sub: ROBOT,
    'kubernetes.io': { namespace: 'default', serviceaccount: { name: account.name, uid: account.uid } },
    ...changes,
  });
  const header = (changes: object = {}): object => ({ alg: 'ES256', kid: signingKey.id, ...changes });
  const sign = ecdsa(signingKey.privateKey);

  describe('are accepted', () => {
    const good: readonly (readonly [name: string, token: () => string | Promise<string>])[] = [
      ['as issued', () => request()],
      ['built by hand', () => forge(header(), goodClaims(), sign)],
      ['without a key id', () => forge({ alg: 'ES256' }, goodClaims(), sign)],
      [
        'signed by a former key',
        () => forge({ alg: 'RS256', kid: formerKey.id }, goodClaims(), rsa(formerKey.privateKey)),
      ],
      ['signed by a former key without its id', () => forge({ alg: 'RS256' }, goodClaims(), rsa(formerKey.privateKey))],
      ['of a former issuer', () => forge(header(), goodClaims({ iss: FORMER }), sign)],
      ['for several audiences, including ours', () => forge(header(), goodClaims({ aud: ['x', 'other-api'] }), sign)],
      ['for one audience', () => forge(header(), goodClaims({ aud: 'api' }), sign)],
      ['from a clock that is a minute ahead', () => forge(header(), goodClaims({ nbf: NOW / 1000 + 60 }), sign)],
    ];
    for (const [name, token] of good) it(name, async () => assert.equal(await userOf(await token()), ROBOT));
  });

  it('are valid while their key is, even if cached', async () => {
    const [own, old] = [
      await request(),
      forge(header({ alg: 'RS256', kid: formerKey.id }), goodClaims(), rsa(formerKey.privateKey)),
    ];
    for (const token of [own, old]) assert.equal(await userOf(token), ROBOT);
    keys = { signing: strangerKey, verification: [strangerKey, signingKey] };
    assert.deepEqual([await userOf(own), await userOf(old), await userOf(await request())], [ROBOT, undefined, ROBOT]);
    keys = { signing: strangerKey, verification: [strangerKey] };
    assert.equal(await userOf(own), undefined);
  });

  describe('are refused', () => {
    const publicDer = (): Buffer => createPublicKey(signing.publicPem).export({ type: 'spki', format: 'der' });
    const bad: readonly (readonly [name: string, token: () => string])[] = [
      ['alg none', () => forge({ alg: 'none' }, goodClaims(), unsigned)],
      ['alg None with a key id', () => forge(header({ alg: 'None' }), goodClaims(), unsigned)],
      ['no signature', () => forge(header(), goodClaims(), unsigned)],
      [
        'HS256 with the public key in PEM',
        () => forge(header({ alg: 'HS256' }), goodClaims(), hmac(signing.publicPem)),
      ],
      ['HS256 with the public key in DER', () => forge({ alg: 'HS256' }, goodClaims(), hmac(publicDer()))],
      ['HS256 with alg ES256', () => forge(header(), goodClaims(), hmac(signing.publicPem))],
      [
        'an RSA key with alg ES256',
        () => forge(header({ kid: formerKey.id }), goodClaims(), rsa(formerKey.privateKey)),
      ],
      [
        'PS256 with an RSA key',
        () => forge({ alg: 'PS256', kid: formerKey.id }, goodClaims(), rsa(formerKey.privateKey)),
      ],
      ['an unknown key', () => forge({ alg: 'ES256' }, goodClaims(), ecdsa(strangerKey.privateKey))],
      ['an unknown key with the id of a known key', () => forge(header(), goodClaims(), ecdsa(strangerKey.privateKey))],
      ['a key id that is a path', () => forge(header({ kid: '../../../dev/null' }), goodClaims(), sign)],
      ['a key id that is not a string', () => forge(header({ kid: [signingKey.id] }), goodClaims(), sign)],
      ['an empty key id', () => forge(header({ kid: '' }), goodClaims(), sign)],
      [
        'an embedded key',
        () => {
          const jwk = createPublicKey(stranger.publicPem).export({ format: 'jwk' });
          return forge({ alg: 'ES256', jwk }, goodClaims(), ecdsa(strangerKey.privateKey));
        },
      ],
      ['a critical extension', () => forge(header({ crit: ['b64'], b64: false }), goodClaims(), sign)],
      ['expired', () => forge(header(), goodClaims({ exp: NOW / 1000 - 61 }), sign)],
      ['without an expiration', () => forge(header(), goodClaims({ exp: undefined }), sign)],
      ['a non-numeric expiration', () => forge(header(), goodClaims({ exp: '9999999999' }), sign)],
      ['not yet valid', () => forge(header(), goodClaims({ nbf: NOW / 1000 + 62 }), sign)],
      ['another issuer', () => forge(header(), goodClaims({ iss: 'https://issuer.example/' }), sign)],
      ['several issuers', () => forge(header(), goodClaims({ iss: [ISSUER] }), sign)],
      ['another audience', () => forge(header(), goodClaims({ aud: ['vault'] }), sign)],
      ['no audience', () => forge(header(), goodClaims({ aud: undefined }), sign)],
      ['an empty list of audiences', () => forge(header(), goodClaims({ aud: [] }), sign)],
      [
        'another subject than account',
        () => forge(header(), goodClaims({ sub: 'system:serviceaccount:default:x' }), sign),
      ],
      ['no account', () => forge(header(), goodClaims({ 'kubernetes.io': undefined }), sign)],
      [
        'an account without a uid',
        () =>
          forge(
            header(),
            goodClaims({ 'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'robot' } } }),
            sign,
          ),
      ],
      [
        'a null binding',
        () =>
          forge(
            header(),
            goodClaims({
              'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'robot', uid: account.uid }, pod: null },
            }),
            sign,
          ),
      ],
      ['claims that are a list', () => forge(header(), '[]', sign)],
      ['claims that are not JSON', () => forge(header(), '{"iss"', sign)],
      ['deeply nested claims', () => forge(header(), `{"iss":${'['.repeat(40_000)}`, sign)],
      ['100 KB', () => forge(header(), goodClaims({ x: 'x'.repeat(100_000) }), sign)],
      ['an invalid header', () => forge('{', goodClaims(), sign)],
      ['four parts', () => `${forge(header(), goodClaims(), sign)}.x`],
      ['no parts', () => 'robot'],
      ['dots', () => '..'],
    ];
    for (const [name, token] of bad) {
      it(name, async () => assert.equal(await userOf(token()), undefined));
    }

    it('with any one letter changed', async () => {
      const token = await request();
      for (let index = 0; index < token.length; index += 7) {
        const other = token[index] === 'A' ? 'B' : 'A';
        // The last letter of a part has unused bits.
        if (token[index] === '.' || token[index + 1] === '.' || index === token.length - 1) continue;
        const changed = token.slice(0, index) + other + token.slice(index + 1);
        assert.equal(await userOf(changed), undefined, `letter ${index}`);
      }
    });
  });

  describe('become invalid', () => {
    const del = async (resource: string, name: string): Promise<void> => {
      const path = resource === 'nodes' ? '/api/v1/nodes' : `/api/v1/namespaces/default/${resource}`;
      assert.equal((await api.request('DELETE', `${path}/${name}`)).status, 200);
    };

    it('on expiration, with a minute of leeway, even if cached', async () => {
      const token = await request({ expirationSeconds: 600 });
      for (const [seconds, user] of [
        [0, ROBOT],
        [659, ROBOT],
        [660, undefined],
        [661, undefined],
      ] as const) {
        now = NOW + seconds * 1000;
        assert.equal(await userOf(token), user, `after ${seconds} s`);
      }
    });

    it('at once with their account, and are not valid for a new one of the same name', async () => {
      const token = await request();
      assert.equal(await userOf(token), ROBOT);
      await del('serviceaccounts', 'robot');
      assert.equal(await userOf(token), undefined);
      await make('serviceaccounts', { name: 'robot' });
      assert.equal(await userOf(token), undefined);
    });

    for (const [kind, resource] of [
      ['Secret', 'secrets'],
      ['Node', 'nodes'],
    ] as const) {
      it(`at once with the bound ${kind}`, async () => {
        await make(resource, { name: 'anchor' });
        const token = await request({ boundObjectRef: { kind, apiVersion: 'v1', name: 'anchor' } });
        assert.equal(await userOf(token), ROBOT);
        await del(resource, 'anchor');
        assert.equal(await userOf(token), undefined);
        await make(resource, { name: 'anchor' });
        assert.equal(await userOf(token), undefined);
      });
    }

    it('a minute after the deletion of an account with finalizers has begun', async () => {
      const uid = await make('serviceaccounts', { name: 'held', finalizers: ['example.org/hold'] });
      const held = { namespace: 'default', name: 'held', uid };
      const options = { account: held, issuer: ISSUER, audiences: ['api'], now: new Date(NOW), seconds: 3600, id: '1' };
      const token = await signToken(signingKey, boundClaims(options, createDomain()));
      await api.request('DELETE', '/api/v1/namespaces/default/serviceaccounts/held');
      now = NOW + 60_000;
      assert.equal(await userOf(token), 'system:serviceaccount:default:held');
      now = NOW + 61_000;
      assert.equal(await userOf(token), undefined);
    });

    it('never without lookup', async () => {
      const other = await startTestApi({
        tokens: {
          keys: () => keys,
          issuers: [ISSUER],
          audiences: ['api'],
          lookup: false,
        },
      });
      const headers = { authorization: `Bearer ${forge(header(), goodClaims(), sign)}` };
      assert.equal((await other.request('GET', '/api/v1/nodes', { headers })).status, 403);
      await other.close();
    });
  });

  describe('legacy tokens in secrets', () => {
    const domain = createDomain();
    let token: string;
    beforeEach(async () => {
      token = await signToken(signingKey, legacyClaims(account, 'kept', domain));
      const annotations = { 'kubernetes.io/service-account.name': 'robot' };
      const data = { token: Buffer.from(token).toString('base64') };
      await make('secrets', { name: 'kept', annotations }, { type: 'kubernetes.io/service-account-token', data });
    });
    const patch = async (value: JsonObject): Promise<void> => {
      const headers = { 'content-type': 'application/merge-patch+json' };
      const target = '/api/v1/namespaces/default/secrets/kept';
      assert.equal((await api.request('PATCH', target, { body: value, headers })).status, 200);
    };

    it('are accepted and do not expire', async () => {
      now = NOW + 1e12;
      assert.equal(await userOf(token), ROBOT);
    });

    const ends: readonly (readonly [name: string, end: () => Promise<unknown>])[] = [
      ['deletion of the secret', () => api.request('DELETE', '/api/v1/namespaces/default/secrets/kept')],
      ['deletion of the account', () => api.request('DELETE', '/api/v1/namespaces/default/serviceaccounts/robot')],
      ['a changed token in the secret', () => patch({ data: { token: 'bmV3' } })],
      [
        'deletion of the secret with finalizers',
        async () => {
          await patch({ metadata: { finalizers: ['example.org/hold'] } });
          await api.request('DELETE', '/api/v1/namespaces/default/secrets/kept');
        },
      ],
      [
        'the label for invalid tokens',
        () => patch({ metadata: { labels: { 'kubernetes.io/legacy-token-invalid-since': '2026-01-02' } } }),
      ],
    ];
    for (const [name, end] of ends) {
      it(`become invalid at once after ${name}`, async () => {
        assert.equal(await userOf(token), ROBOT);
        await end();
        assert.equal(await userOf(token), undefined);
      });
    }

    it('are invalid in another secret, or for another account', async () => {
      const [here, there] = [legacyClaims(account, 'kept', domain), legacyClaims(account, 'other', domain)];
      const forged = [there, { ...here, sub: 'system:serviceaccount:default:admin' }, { ...here, sub: undefined }];
      for (const claims of forged) assert.equal(await userOf(forge(header(), claims, sign)), undefined);
    });
  });
});
