import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { SignJWT } from 'jose';
import type { Authentication } from '../token-authenticator.js';
import { oidcAuthenticator } from './authenticator.js';
import { keySets } from './key-sets.js';
import type { KeySet } from './key-set.js';

const ISSUER = 'https://id.example';
const OTHER = 'https://groups.example';
const NOW = Date.parse('2026-01-02T03:04:05Z');
const END = NOW / 1000 + 3600;

/** The signing keys of each issuer. */
const KEYS = new Map(
  [ISSUER, OTHER].map((issuer) => [issuer, generateKeyPairSync('ec', { namedCurve: 'P-256' })] as const),
);

async function sign(issuer: string, claims: object, signer = issuer): Promise<string> {
  const key = KEYS.get(signer)?.privateKey;
  assert.ok(key);
  return new SignJWT({ iss: issuer, aud: 'pilothouse', exp: END, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: signer })
    .sign(key);
}

describe('distributed group claims', () => {
  let asked: (readonly [url: string, bearer: string | undefined])[];
  let answer: string | Error;
  beforeEach(async () => {
    [asked, answer] = [[], await sign(OTHER, { groups: ['dev', 'ops'] })];
  });

  const keySetOf = (issuer: string): KeySet => ({
    async keysFor() {
      const pair = KEYS.get(issuer);
      if (pair === undefined) throw new Error(`no answer from ${issuer}`);
      const jwk = JSON.stringify({ ...pair.publicKey.export({ format: 'jwk' }), kid: issuer });
      return [parseJson(jwk).value as JsonObject];
    },
    newKeys: async () => undefined,
  });
  const tokens = oidcAuthenticator({
    issuer: ISSUER,
    clientId: 'pilothouse',
    usernameClaim: 'sub',
    usernamePrefix: '',
    groupsClaim: 'groups',
    groupsPrefix: 'oidc:',
    requiredClaims: [],
    algorithms: ['ES256'],
    keySet: keySetOf(ISSUER),
    claimSources: {
      keySetOf,
      async fetchToken({ href }, bearer) {
        asked.push([href, bearer]);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    now: () => new Date(NOW),
  });
  async function signIn(claims: object): Promise<Authentication> {
    const context = { audiences: [], signal: () => new AbortController().signal };
    return tokens.authenticateToken(await sign(ISSUER, { sub: 'ann', ...claims }), context);
  }
  const pointing = (source: unknown = { endpoint: 'https://groups.example/ann' }): object => ({
    _claim_names: { groups: 'src1', address: 'src2' },
    _claim_sources: { src1: source },
  });
  const groupsOf = (result: Authentication): readonly string[] => {
    assert.equal(result.type, 'authenticated', JSON.stringify(result));
    return result.user.groups.filter((group) => group !== 'system:authenticated');
  };

  it('are fetched from the endpoint with the access token of the claim source', async () => {
    const source = { endpoint: 'https://groups.example/ann?a=1', access_token: 'f00' };
    assert.deepEqual(groupsOf(await signIn(pointing(source))), ['oidc:dev', 'oidc:ops']);
    assert.deepEqual(groupsOf(await signIn(pointing())), ['oidc:dev', 'oidc:ops']);
    assert.deepEqual(asked, [
      ['https://groups.example/ann?a=1', 'f00'],
      ['https://groups.example/ann', undefined],
    ]);
  });

  it('may come from the provider itself', async () => {
    answer = await sign(ISSUER, { groups: ['dev'] });
    assert.deepEqual(groupsOf(await signIn(pointing())), ['oidc:dev']);
  });

  it('expire with the earlier of both tokens', async () => {
    for (const [own, other, expected] of [
      [END, END - 600, END - 600],
      [END - 900, END, END - 900],
    ] as const) {
      answer = await sign(OTHER, { groups: [], exp: other });
      const result = await signIn({ ...pointing(), exp: own });
      assert.equal(result.type === 'authenticated' && result.expires, expected * 1000);
    }
  });

  it('contribute only the groups claim', async () => {
    answer = await sign(OTHER, { groups: ['dev'], sub: 'root' });
    const result = await signIn(pointing());
    assert.equal(result.type === 'authenticated' && result.user.name, 'ann');
  });

  const elsewhere: readonly (readonly [name: string, claims: object, groups: readonly string[]])[] = [
    ['the ID token has groups', { ...pointing(), groups: ['own'] }, ['oidc:own']],
    ['the groups of the ID token are null', { ...pointing(), groups: null }, []],
    ['it names no claims', { _claim_sources: {} }, []],
    ['it names other claims', { _claim_names: { address: 'x' }, _claim_sources: {} }, []],
    ['they are aggregated', pointing({ JWT: 'x.y.z' }), []],
  ];
  for (const [name, claims, groups] of elsewhere) {
    it(`are not fetched if ${name}`, async () => {
      assert.deepEqual(groupsOf(await signIn(claims)), groups);
      assert.deepEqual(asked, []);
    });
  }

  const malformed: readonly (readonly [name: string, claims: object, reason: RegExp])[] = [
    [
      'names that are no object',
      { ...pointing(), _claim_names: ['groups'] },
      /^the claim _claim_names is not an object/,
    ],
    ['no sources', { _claim_names: { groups: 'src1' } }, /^the claim _claim_sources is not an object/],
    [
      'sources that are no object',
      { ...pointing(), _claim_sources: 'x' },
      /^the claim _claim_sources is not an object/,
    ],
    ['an unknown source', { ...pointing(), _claim_sources: {} }, /does not say where the claim groups is/],
    [
      'the name of an inherited property',
      { ...pointing(), _claim_names: { groups: 'constructor' } },
      /does not say where/,
    ],
    ['a source that is a number', { ...pointing(), _claim_names: { groups: 1 } }, /does not say where/],
    ['a source that is a text', pointing('https://groups.example'), /does not say where/],
    ['an endpoint without TLS', pointing({ endpoint: 'http://groups.example/' }), /is not an https URL$/],
    ['an endpoint that is a file', pointing({ endpoint: 'file:///etc/passwd' }), /is not an https URL$/],
    ['an endpoint that is a path', pointing({ endpoint: '/groups' }), /is not an https URL$/],
  ];
  for (const [name, claims, reason] of malformed) {
    it(`are rejected: ${name}`, async () => {
      const result = await signIn(claims);
      assert.match(result.type === 'rejected' ? result.reason : result.type, reason);
      assert.deepEqual(asked, []);
    });
  }

  const refused: readonly (readonly [name: string, answer: () => string | Promise<string>, reason: RegExp])[] = [
    ['no token', () => '{"groups":["dev"]}', /is not a token of an https issuer$/],
    ['a token without issuer', () => sign(OTHER, { iss: undefined }), /is not a token of an https issuer$/],
    ['a token of an issuer without TLS', () => sign(OTHER, { iss: 'http://x' }), /is not a token of an https issuer$/],
    ['a token with another signature', () => sign(OTHER, { groups: [] }, ISSUER), /no key has its key id$/],
    ['a token for another client', () => sign(OTHER, { groups: [], aud: 'other' }), /unexpected "aud"/],
    ['a token that has expired', () => sign(OTHER, { groups: [], exp: NOW / 1000 - 61 }), /"exp"/],
    ['a token without expiry', () => sign(OTHER, { groups: [], exp: undefined }), /"exp"/],
    ['a token without groups', () => sign(OTHER, {}), /has no claim groups$/],
    ['a token whose group is a string', () => sign(OTHER, { groups: 'dev' }), /array of strings, and is a string$/],
    [
      'a token with invalid groups',
      () => sign(OTHER, { groups: [1] }),
      /^the claim groups must be an array of strings, and its item 0 is a number$/,
    ],
  ];
  for (const [name, given, reason] of refused) {
    it(`are not read from ${name}`, async () => {
      answer = await given();
      const result = await signIn(pointing());
      assert.match(result.type === 'rejected' ? result.reason : result.type, reason);
    });
  }

  it('fail if the endpoint or the issuer does not respond', async () => {
    answer = new Error('down');
    await assert.rejects(signIn(pointing()), { message: 'down' });
    answer = await sign(OTHER, { iss: 'https://unknown.example' });
    await assert.rejects(signIn(pointing()), { message: 'no answer from https://unknown.example' });
  });

  it('are fetched only after the ID token is verified', async () => {
    assert.equal((await signIn({ ...pointing(), aud: 'other' })).type, 'rejected');
    assert.deepEqual(asked, []);
  });
});

describe('keySets', () => {
  it('keeps the last 16 issuers', () => {
    const made: string[] = [];
    const of = keySets((issuer) => {
      made.push(issuer);
      return { keysFor: async () => [], newKeys: async () => undefined };
    });
    const first = of('0');
    for (let index = 1; index < 16; index++) of(String(index));
    assert.equal(of('0'), first);
    of('16');
    assert.equal(of('0'), first);
    assert.equal(made.length, 17);
    of('1');
    assert.equal(made.at(-1), '1');
  });
});
