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

describe('tokens of service accounts', () => {
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

  /** Makes an object and gives its uid. */
  async function make(resource: string, metadata: JsonObject, rest: JsonObject = {}): Promise<string> {
    const path = resource === 'nodes' ? '/api/v1/nodes' : `/api/v1/namespaces/default/${resource}`;
    const { status, json } = await api.request('POST', path, { body: { metadata, ...rest } });
    assert.equal(status, 201);
    return (json['metadata'] as { uid: string }).uid;
  }

  const show = (token: string): Promise<TestResponse> =>
    api.request('GET', '/api/v1/namespaces/default/configmaps', { headers: { authorization: `Bearer ${token}` } });

  /** The user that a token makes, who may do nothing here; undefined where it is refused. */
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
      ['as they are issued', () => request()],
      ['put together by hand', () => forge(header(), goodClaims(), sign)],
      ['without the id of a key', () => forge({ alg: 'ES256' }, goodClaims(), sign)],
      [
        'signed by a former key',
        () => forge({ alg: 'RS256', kid: formerKey.id }, goodClaims(), rsa(formerKey.privateKey)),
      ],
      ['signed by a former key without its id', () => forge({ alg: 'RS256' }, goodClaims(), rsa(formerKey.privateKey))],
      ['of a former issuer', () => forge(header(), goodClaims({ iss: FORMER }), sign)],
      ['for one of our audiences among others', () => forge(header(), goodClaims({ aud: ['x', 'other-api'] }), sign)],
      ['for one audience', () => forge(header(), goodClaims({ aud: 'api' }), sign)],
      ['of a clock that is a minute ahead', () => forge(header(), goodClaims({ nbf: NOW / 1000 + 60 }), sign)],
    ];
    for (const [name, token] of good) it(name, async () => assert.equal(await userOf(await token()), ROBOT));
  });

  it('count while their key does, also where they are remembered', async () => {
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
      ['alg None with the id of a key', () => forge(header({ alg: 'None' }), goodClaims(), unsigned)],
      ['no signature', () => forge(header(), goodClaims(), unsigned)],
      [
        'HS256 with the public key in PEM',
        () => forge(header({ alg: 'HS256' }), goodClaims(), hmac(signing.publicPem)),
      ],
      ['HS256 with the public key in DER', () => forge({ alg: 'HS256' }, goodClaims(), hmac(publicDer()))],
      ['HS256 that says ES256', () => forge(header(), goodClaims(), hmac(signing.publicPem))],
      [
        'an RSA key that says ES256',
        () => forge(header({ kid: formerKey.id }), goodClaims(), rsa(formerKey.privateKey)),
      ],
      [
        'PS256 with an RSA key',
        () => forge({ alg: 'PS256', kid: formerKey.id }, goodClaims(), rsa(formerKey.privateKey)),
      ],
      ['a key of somebody else', () => forge({ alg: 'ES256' }, goodClaims(), ecdsa(strangerKey.privateKey))],
      ["a key of somebody else with our key's id", () => forge(header(), goodClaims(), ecdsa(strangerKey.privateKey))],
      ['the id of a key that is a path', () => forge(header({ kid: '../../../dev/null' }), goodClaims(), sign)],
      ['the id of a key that is no text', () => forge(header({ kid: [signingKey.id] }), goodClaims(), sign)],
      ['an empty id of a key', () => forge(header({ kid: '' }), goodClaims(), sign)],
      [
        'a key that it brings along',
        () => {
          const jwk = createPublicKey(stranger.publicPem).export({ format: 'jwk' });
          return forge({ alg: 'ES256', jwk }, goodClaims(), ecdsa(strangerKey.privateKey));
        },
      ],
      ['a critical extension', () => forge(header({ crit: ['b64'], b64: false }), goodClaims(), sign)],
      ['expired', () => forge(header(), goodClaims({ exp: NOW / 1000 - 61 }), sign)],
      ['without an end', () => forge(header(), goodClaims({ exp: undefined }), sign)],
      ['an end that is no number', () => forge(header(), goodClaims({ exp: '9999999999' }), sign)],
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
        'a binding to nothing',
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
      ['claims that are no JSON', () => forge(header(), '{"iss"', sign)],
      ['claims nested deeply', () => forge(header(), `{"iss":${'['.repeat(40_000)}`, sign)],
      ['100 KB', () => forge(header(), goodClaims({ x: 'x'.repeat(100_000) }), sign)],
      ['a header of its own', () => forge('{', goodClaims(), sign)],
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
        // The last letter of a part has bits that mean nothing.
        if (token[index] === '.' || token[index + 1] === '.' || index === token.length - 1) continue;
        const changed = token.slice(0, index) + other + token.slice(index + 1);
        assert.equal(await userOf(changed), undefined, `letter ${index}`);
      }
    });
  });

  describe('end', () => {
    const del = async (resource: string, name: string): Promise<void> => {
      const path = resource === 'nodes' ? '/api/v1/nodes' : `/api/v1/namespaces/default/${resource}`;
      assert.equal((await api.request('DELETE', `${path}/${name}`)).status, 200);
    };

    it('with their time, but for a minute, also when they are known already', async () => {
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

    it('at once with their account, and do not come back with a new one of the same name', async () => {
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
      it(`at once with the ${kind} that they are bound to`, async () => {
        await make(resource, { name: 'anchor' });
        const token = await request({ boundObjectRef: { kind, apiVersion: 'v1', name: 'anchor' } });
        assert.equal(await userOf(token), ROBOT);
        await del(resource, 'anchor');
        assert.equal(await userOf(token), undefined);
        await make(resource, { name: 'anchor' });
        assert.equal(await userOf(token), undefined);
      });
    }

    it('a minute after the deletion of an account that is held back has begun', async () => {
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

    it('never, where nobody looks', async () => {
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

  describe('that are kept in secrets', () => {
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

    it('are accepted, at any time', async () => {
      now = NOW + 1e12;
      assert.equal(await userOf(token), ROBOT);
    });

    const ends: readonly (readonly [name: string, end: () => Promise<unknown>])[] = [
      ['the secret', () => api.request('DELETE', '/api/v1/namespaces/default/secrets/kept')],
      ['the account', () => api.request('DELETE', '/api/v1/namespaces/default/serviceaccounts/robot')],
      ['the token in the secret', () => patch({ data: { token: 'bmV3' } })],
      [
        'the secret, held back',
        async () => {
          await patch({ metadata: { finalizers: ['example.org/hold'] } });
          await api.request('DELETE', '/api/v1/namespaces/default/secrets/kept');
        },
      ],
      [
        'their validity',
        () => patch({ metadata: { labels: { 'kubernetes.io/legacy-token-invalid-since': '2026-01-02' } } }),
      ],
    ];
    for (const [name, end] of ends) {
      it(`end at once with ${name}`, async () => {
        assert.equal(await userOf(token), ROBOT);
        await end();
        assert.equal(await userOf(token), undefined);
      });
    }

    it('are worth nothing out of another secret, or for another account', async () => {
      const [here, there] = [legacyClaims(account, 'kept', domain), legacyClaims(account, 'other', domain)];
      const forged = [there, { ...here, sub: 'system:serviceaccount:default:admin' }, { ...here, sub: undefined }];
      for (const claims of forged) assert.equal(await userOf(forge(header(), claims, sign)), undefined);
    });
  });
});
