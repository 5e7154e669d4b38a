import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ReviewResponse } from './token-reviewer.js';
import { httpsReviewer } from './webhook-https.js';

describe('httpsReviewer', () => {
  let server: Server;
  let asked: { readonly path: string | undefined; readonly review: unknown }[];
  let answer: { readonly status?: number; readonly body: unknown } | 'break';

  before(async () => {
    server = createServer((incoming, outgoing) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () => {
        asked.push({ path: incoming.url, review: JSON.parse(text) });
        if (answer === 'break') return void incoming.socket.destroy();
        const { status = 200, body } = answer;
        outgoing.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    asked = [];
  });

  const API_VERSION = 'authentication.k8s.io/v1';
  const review = (status: unknown, more: object = {}): { readonly body: object } => ({
    body: { kind: 'TokenReview', apiVersion: API_VERSION, status, ...more },
  });
  const ANN = { authenticated: true, user: { username: 'ann', groups: ['dev'] } };

  async function ask(version: 'v1' | 'v1beta1' = 'v1'): Promise<ReviewResponse> {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/check/token?a=1`;
    const reviewer = httpsReviewer({ url }, { version, domain: createDomain() });
    try {
      const request = { token: 'a"b', audiences: ['api', 'other'] };
      return await reviewer.review(request, new AbortController().signal);
    } catch (error) {
      throw Object.assign(new Error(String(error)), { isTransient: reviewer.isTransient(error) });
    } finally {
      await reviewer.close();
    }
  }

  it('posts to the path of the URL', async () => {
    answer = review(ANN);
    const user = { name: 'ann', uid: '', groups: ['dev'], extra: new Map() };
    assert.deepEqual(await ask(), { authenticated: true, user, audiences: [] });
    assert.deepEqual(asked, [
      {
        path: '/check/token?a=1',
        review: {
          kind: 'TokenReview',
          apiVersion: API_VERSION,
          metadata: { creationTimestamp: null },
          spec: { token: 'a"b', audiences: ['api', 'other'] },
          status: { user: {} },
        },
      },
    ]);
  });

  it('sends v1beta1 if configured', async () => {
    answer = review(ANN, { apiVersion: 'authentication.k8s.io/v1beta1' });
    assert.equal((await ask('v1beta1')).authenticated, true);
    assert.match(JSON.stringify(asked), /"apiVersion":"authentication.k8s.io\/v1beta1"/);
  });

  it('does not accept a string for authenticated', async () => {
    answer = review({ ...ANN, authenticated: 'true' });
    assert.deepEqual(await ask(), { authenticated: false, error: '' });
  });

  const bad: readonly (readonly [name: string, answer: typeof answer, message: RegExp, isTransient?: true])[] = [
    ['is about another token', review(ANN, { spec: { token: 'other' } }), /about another token/],
    ['is of another version', review(ANN, { apiVersion: 'authentication.k8s.io/v1beta1' }), /not a TokenReview/],
    ['is another kind', review(ANN, { kind: 'SubjectAccessReview' }), /not a TokenReview/],
    ['is not JSON', { body: '<html>' }, /./],
    ['is a list', { body: [] }, /not a JSON object/],
    ['is empty', { body: '' }, /./],
    ['has no status', review(undefined), /no status/],
    ['has invalid groups', review({ ...ANN, user: { username: 'a', groups: [1] } }), /invalid user/],
    ['has a string of groups', review({ ...ANN, user: { username: 'a', groups: 'a' } }), /invalid user/],
    ['is endless', { body: 'x'.repeat(2_000_000) }, /more than/],
    ['is 404', { status: 404, body: {} }, /answers with 404/],
    ['is a redirection', { status: 302, body: {} }, /answers with 302/],
    ['is 500', { status: 500, body: {} }, /answers with 500/, true],
    ['is 429', { status: 429, body: {} }, /answers with 429/, true],
    ['never comes', 'break', /./, true],
  ];
  for (const [name, given, message, isTransient = false] of bad) {
    it(`fails when the answer ${name}${isTransient ? ', as a transient error' : ''}`, async () => {
      answer = given;
      await assert.rejects(ask(), { message, isTransient });
      assert.equal(asked.length, 1);
    });
  }
});
