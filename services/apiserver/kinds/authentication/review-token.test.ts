import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { forApiServer } from '@pilothouse/token-authenticators/audiences.js';
import type { TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { parseTokenFile, tokenFileAuthenticator } from '../../authn/token-file.js';
import { startTestApi, type TestApi, type TestResponse } from '../../server/api.test.helper.js';

const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews';
const API = 'https://kubernetes.default.svc.cluster.local';

describe('TokenReview', () => {
  let api: TestApi;
  let token: string;
  before(async () => {
    const remote: TokenAuthenticator = {
      name: 'test',
      authenticateToken(text) {
        if (text === 'broken') throw new Error('the store is unavailable');
        return text === 'refused' ? { type: 'rejected', reason: 'it is refused' } : { type: 'unknown' };
      },
    };
    const users = parseTokenFile('static,ann,1\n', 'f');
    const local = forApiServer(tokenFileAuthenticator({ current: () => users }), [API]);
    api = await startTestApi({ localTokens: [local], remoteTokens: [remote] });
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    await api.request('POST', accounts, { body: { metadata: { name: 'robot' } } });
    const body = { spec: { audiences: [API, 'vault'] } };
    const { json } = await api.request('POST', `${accounts}/robot/token`, { body });
    ({ token } = json['status'] as { token: string });
  });
  after(() => api.close());

  const ask = (spec: JsonObject, query = ''): Promise<TestResponse> =>
    api.request('POST', REVIEWS + query, {
      body: { kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1', spec },
    });
  const statusOf = async (spec: JsonObject, query?: string): Promise<JsonObject> => {
    const { status, json } = await ask(spec, query);
    assert.deepEqual([status, json['kind']], [201, 'TokenReview']);
    return json['status'] as JsonObject;
  };

  const audiences: readonly (readonly [name: string, wanted: readonly string[], given: readonly string[]])[] = [
    ['without audiences, which means those of the server', [], [API]],
    ['for the audience of the server', [API], [API]],
    ['for another audience of the token', ['vault'], ['vault']],
    ['for several audiences', ['x', 'vault', API], ['vault', API]],
  ];
  for (const [name, wanted, given] of audiences) {
    it(`returns the user of a token ${name}`, async () => {
      const status = await statusOf({ token, audiences: [...wanted] });
      const { username, groups } = status['user'] as JsonObject;
      assert.deepEqual(
        [status['authenticated'], username, groups, status['audiences'], status['error']],
        [
          true,
          'system:serviceaccount:default:robot',
          ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
          given,
          undefined,
        ],
      );
    });
  }

  it('accepts tokens without audiences only for the audience of the server', async () => {
    const { authenticated, audiences: given } = await statusOf({ token: 'static', audiences: ['vault', API] });
    assert.deepEqual([authenticated, given], [true, [API]]);
    assert.equal((await statusOf({ token: 'static', audiences: ['vault'] }))['authenticated'], undefined);
  });

  it('is the same in a dry run', async () => {
    assert.equal((await statusOf({ token }, '?dryRun=All'))['authenticated'], true);
  });

  const invalid: readonly (readonly [name: string, spec: () => JsonObject, error: RegExp])[] = [
    ['unknown', () => ({ token: 'x' }), /^invalid bearer token$/],
    ['refused', () => ({ token: 'refused' }), /^\[invalid bearer token, it is refused\]$/],
    [
      'for another audience',
      () => ({ token, audiences: ['x'] }),
      /^\[invalid bearer token, token audiences .* is invalid for the target audiences \["x"\]\]$/,
    ],
    ['not verifiable at present', () => ({ token: 'broken' }), /^the store is unavailable$/],
    ['hostile', () => ({ token: 'a\nb\0 ".."' }), /^invalid bearer token$/],
    ['100 KB', () => ({ token: 'x'.repeat(100_000) }), /^invalid bearer token$/],
  ];
  for (const [name, spec, error] of invalid) {
    it(`rejects a token: ${name}`, async () => {
      const status = await statusOf(spec());
      assert.deepEqual([status['authenticated'], JSON.stringify(status['user'])], [undefined, '{}']);
      assert.match(status['error'] as string, error);
    });
  }

  it('requires a token', async () => {
    const { status, message } = await ask({});
    assert.deepEqual([status, message], [400, 'token is required for TokenReview in authentication']);
  });
});
