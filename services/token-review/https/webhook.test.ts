import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { requestErrors, type ReviewRequest } from '../review/review-request.js';
import type { Outcome, Reviewer } from '../review/review.js';
import { serveHttps, type HttpsServer } from './server.js';
import { tokenReviewWebhook } from './webhook.js';

const V1 = 'authentication.k8s.io/v1';
const USER = { ...authenticatedUser('ann', ['g'], '1'), extra: new Map([['k', ['v']]]) };

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

describe('token review webhook', () => {
  let directory: string;
  let authority: TestIssuer;
  let client: TestIssuer;
  let server: HttpsServer;
  let asked: ReviewRequest[];
  let clients: string[];
  let outcome: Outcome;
  let wait: number | undefined;

  const reviewer: Reviewer = {
    admit({ client: name }) {
      clients.push(name);
      return wait === undefined ? undefined : { type: 'limited', retryAfter: wait };
    },
    async review(reviewRequest) {
      asked.push(reviewRequest);
      const errors = requestErrors(reviewRequest);
      return errors.length > 0 ? { type: 'invalid', errors } : outcome;
    },
    unreadable: () => undefined,
  };

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'webhook-'));
    authority = await newTestAuthority('ca');
    const [serving, named] = await Promise.all([
      testCertificate({ commonName: 's' }, { purpose: { type: 'server', hosts: ['127.0.0.1'] }, issuer: authority }),
      testCertificate({ commonName: 'apiserver' }, { purpose: { type: 'client' }, issuer: authority }),
    ]);
    client = named;
    const [certFile, keyFile, clientCaFile] = ['tls.crt', 'tls.key', 'ca.crt'].map((name) => join(directory, name));
    assert.ok(certFile !== undefined && keyFile !== undefined && clientCaFile !== undefined);
    await Promise.all([
      writeFile(certFile, serving.certPem),
      writeFile(keyFile, serving.keyPem),
      writeFile(clientCaFile, authority.certPem),
    ]);
    server = await serveHttps({
      host: '127.0.0.1',
      port: 0,
      files: { certFile, keyFile, clientCaFile },
      handle: tokenReviewWebhook({ reviewer, group: 'authentication.k8s.io' }),
      onError: assert.ifError,
    });
  });
  after(async () => {
    await server.stop(0);
    await rm(directory, { recursive: true });
  });
  beforeEach(() => {
    [asked, clients, outcome, wait] = [[], [], { type: 'unknown' }, undefined];
  });

  interface Sent {
    readonly method?: string;
    readonly path?: string;
    readonly contentType?: string;
    readonly anonymous?: boolean;
  }
  function post(body: string | Buffer | object, sent: Sent = {}): Promise<Reply> {
    const { method = 'POST', path = '/', contentType = 'application/json', anonymous = false } = sent;
    const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const identity = anonymous ? {} : { cert: client.certPem, key: client.keyPem };
    return new Promise((resolve, reject) => {
      const options = { method, ca: authority.certPem, agent: false, headers: { 'content-type': contentType } };
      const origin = request(new URL(path, server.url), { ...options, ...identity }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        incoming.on('end', () => {
          const { statusCode: status = 0, headers } = incoming;
          resolve({ status, headers, body: JSON.parse(text) as Reply['body'] });
        });
      });
      origin.on('error', reject).end(bytes);
    });
  }
  const review = (spec: object = { token: 't' }, apiVersion = V1): object => ({
    kind: 'TokenReview',
    apiVersion,
    spec,
  });

  it('answers requests of a Kubernetes API server in their API version', async () => {
    outcome = { type: 'authenticated', user: USER, audiences: ['a'], expires: 5 };
    for (const [version, path] of [
      ['v1', '/'],
      ['v1beta1', '/tokenreview?timeout=30s'],
    ] as const) {
      const apiVersion = `authentication.k8s.io/${version}`;
      const { status, body } = await post(
        {
          kind: 'TokenReview',
          apiVersion,
          metadata: { creationTimestamp: null },
          spec: { token: 'secret', audiences: ['a', 'b'] },
          status: { user: {} },
        },
        { path },
      );
      const user = { username: 'ann', uid: '1', groups: ['g', 'system:authenticated'], extra: { k: ['v'] } };
      assert.deepEqual(
        [status, body],
        [
          200,
          {
            kind: 'TokenReview',
            apiVersion,
            metadata: { creationTimestamp: null },
            spec: {},
            status: { authenticated: true, user, audiences: ['a'] },
          },
        ],
      );
    }
    assert.deepEqual(asked[0], { token: 'secret', audiences: ['a', 'b'] });
    assert.deepEqual(clients, ['apiserver', 'apiserver']);
  });

  it('answers a rejection with 200 and its reason', async () => {
    assert.deepEqual((await post(review())).body['status'], { authenticated: false, user: {} });
    outcome = { type: 'rejected', reason: 'the token has expired' };
    const { status, body } = await post(review());
    assert.deepEqual(
      [status, body['status']],
      [200, { authenticated: false, user: {}, error: 'the token has expired' }],
    );
  });

  it('asks the client to retry if that can help', async () => {
    outcome = { type: 'failed' };
    const failed = await post(review());
    assert.deepEqual([failed.status, failed.headers['retry-after']], [503, '1']);
    wait = 1.2;
    const limited = await post(review());
    assert.deepEqual(
      [limited.status, limited.headers['retry-after'], limited.body['reason']],
      [429, '2', 'TooManyRequests'],
    );
  });

  const wrong: readonly (readonly [
    what: string,
    body: string | Buffer | object,
    sent: Sent,
    code: number,
    message: RegExp,
  ])[] = [
    ['no JSON', 'token', {}, 400, /^the body is not JSON: invalid character 'o' .*\(line 1, column 2\)$/],
    ['nothing', '', {}, 400, /^the body is not JSON: unexpected end of JSON input/],
    ['no UTF-8', Buffer.from([0xff]), {}, 400, /^the body is not JSON: invalid UTF-8/],
    ['a list', [], {}, 400, /^the body is not a JSON object$/],
    ['a NUL byte', '{"kind":"\0"}', {}, 400, /^the body is not JSON: invalid character '\\x00'/],
    [
      'two tokens',
      '{"kind":"TokenReview","spec":{"token":"a","token":"b"}}',
      {},
      400,
      /^the body has duplicate fields: spec\.token$/,
    ],
    ['another kind', { ...review(), kind: 'Pod' }, {}, 400, /^the kind of the body must be TokenReview$/],
    [
      'another group',
      review({}, 'authentication.example.org/v1'),
      {},
      400,
      /^the apiVersion .* must be authentication/,
    ],
    ['another version', review({}, 'authentication.k8s.io/v2'), {}, 400, /v1 or authentication\.k8s\.io\/v1beta1$/],
    ['a token that is no text', review({ token: 1 }), {}, 400, /^spec\.token: json: cannot unmarshal number/],
    [
      'audiences that are not a list',
      review({ token: 't', audiences: 'a' }),
      {},
      400,
      /^spec\.audiences: json: cannot unmarshal/,
    ],
    ['no token', review({}), {}, 422, /is invalid: spec\.token: Required value$/],
    ['an empty token', review({ token: '' }), {}, 422, /is invalid: spec\.token: Required value$/],
    ['a token with NUL', review({ token: 'a\0b' }), {}, 422, /spec\.token: Invalid value: must be printable ASCII/],
    ['a token of 100 KB', review({ token: 'x'.repeat(100_000) }), {}, 422, /spec\.token: Too long: .* 65536 bytes$/],
    ['a body of 2 MB', review({ token: 'x'.repeat(2_000_000) }), {}, 413, /^the body has more than 524288 bytes$/],
    ['another path', review(), { path: '/x' }, 404, /TokenReviews go to \/ or \/tokenreview$/],
    ['another method', '', { method: 'PUT' }, 405, /sent with POST$/],
    ['another type', review(), { contentType: 'text/plain' }, 415, /sent as application\/json$/],
  ];
  for (const [what, body, sent, code, message] of wrong) {
    it(`answers ${what} with ${code}`, async () => {
      const reply = await post(body, sent);
      assert.deepEqual([reply.status, reply.body['kind'], reply.body['code']], [code, 'Status', code]);
      assert.match(String(reply.body['message']), message);
      assert.ok(!JSON.stringify(reply.body).includes('xxx'));
    });
  }

  it('rejects connections without a certificate', async () => {
    await assert.rejects(post(review(), { anonymous: true }), { code: /^(ERR_SSL_|ECONNRESET|EPIPE)/ });
    assert.deepEqual(clients, []);
  });

  it('rejects requests whose client certificate is no longer valid', async () => {
    const handle = tokenReviewWebhook({ reviewer, group: 'authentication.k8s.io' });
    const { signal } = new AbortController();
    const body = (async function* () {})();
    const answer = await handle({ method: 'POST', path: '/', contentType: undefined, body, client: undefined, signal });
    assert.deepEqual([answer.status, asked, clients], [401, [], []]);
  });
});
