import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import { newTestAuthority, testCertificate, type TestIssuer } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import type { Authentication } from './token-authenticator.js';
import { webhookAuthenticator, webhookService, type WebhookService } from './webhook.js';

type Answer = { readonly status?: number; readonly body: unknown } | 'never' | 'break';

describe('a webhook that knows tokens', () => {
  let ca: TestIssuer;
  let client: TestIssuer;
  let server: Server;
  let service: WebhookService;
  let asked: { readonly path: string | undefined; readonly client: unknown; readonly review: unknown }[];
  let answers: Answer[];

  before(async () => {
    ca = await newTestAuthority('ca');
    const [serving, other] = await Promise.all([
      testCertificate({ commonName: 's' }, { purpose: { type: 'server', hosts: ['127.0.0.1'] }, issuer: ca }),
      testCertificate({ commonName: 'hook' }, { purpose: { type: 'client' }, issuer: ca }),
    ]);
    client = other;
    const tls = { cert: serving.certPem, key: serving.keyPem, ca: ca.certPem, requestCert: true };
    server = createServer(tls, (incoming, outgoing) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () => {
        const { CN } = (incoming.socket as TLSSocket).getPeerCertificate().subject;
        asked.push({ path: incoming.url, client: CN, review: JSON.parse(text) });
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (answer === undefined || answer === 'never') return;
        if (answer === 'break') return void incoming.socket.destroy();
        const { status = 200, body } = answer;
        outgoing.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    service = webhookService({
      url: `https://127.0.0.1:${port}/check/token?a=1`,
      caPem: ca.certPem,
      credentials: client,
    });
  });
  after(async () => {
    await service.transport.close();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    [asked, answers] = [[], []];
  });

  const API_VERSION = 'authentication.k8s.io/v1';
  const review = (status: unknown, more: object = {}): Answer => ({
    body: { kind: 'TokenReview', apiVersion: API_VERSION, status, ...more },
  });
  const ANN = { authenticated: true, user: { username: 'ann', uid: '7', groups: ['dev'], extra: { x: ['y'] } } };

  interface AskOptions {
    readonly version?: 'v1' | 'v1beta1';
    readonly audiences?: readonly string[];
    readonly signal?: AbortSignal;
  }
  async function ask(options: AskOptions = {}): Promise<Authentication> {
    const { version = 'v1', audiences = ['api', 'other'], signal = new AbortController().signal } = options;
    return webhookAuthenticator({
      service: () => service,
      domain: createDomain(),
      version,
      apiAudiences: ['api'],
      timing: { ...systemTiming, sleep: async () => {} },
    }).authenticateToken('a"b', { audiences, signal: () => signal });
  }

  it('is asked with a TokenReview at its own path, over TLS with a certificate of its client', async () => {
    answers = [review(ANN)];
    const result = await ask();
    assert.deepEqual(asked, [
      {
        path: '/check/token?a=1',
        client: 'hook',
        review: {
          kind: 'TokenReview',
          apiVersion: API_VERSION,
          metadata: { creationTimestamp: null },
          spec: { token: 'a"b', audiences: ['api', 'other'] },
          status: { user: {} },
        },
      },
    ]);
    assert.deepEqual(result, {
      type: 'authenticated',
      user: { name: 'ann', uid: '7', groups: ['dev', 'system:authenticated'], extra: new Map([['x', ['y']]]) },
      audiences: ['api'],
    });
  });

  it('is asked in the older version where that is wanted', async () => {
    answers = [review(ANN, { apiVersion: 'authentication.k8s.io/v1beta1' })];
    assert.equal((await ask({ version: 'v1beta1' })).type, 'authenticated');
    assert.match(JSON.stringify(asked), /"apiVersion":"authentication.k8s.io\/v1beta1"/);
  });

  const understood: readonly (readonly [name: string, status: object, wanted: string])[] = [
    ['knows nobody', { authenticated: false }, 'unknown'],
    ['says nothing', {}, 'unknown'],
    ['has an error', { authenticated: false, error: 'no' }, 'rejected'],
    ['names the audience', { ...ANN, audiences: ['other', 'x'] }, 'authenticated'],
    ['names only other audiences', { ...ANN, audiences: ['x'] }, 'unknown'],
    ['says yes in a text', { ...ANN, authenticated: 'true' }, 'unknown'],
    ['names a user and no more', { authenticated: true, user: { username: 'ann', groups: null } }, 'authenticated'],
  ];
  for (const [name, status, wanted] of understood) {
    it(`that ${name}: ${wanted}`, async () => {
      answers = [review(status)];
      assert.equal((await ask()).type, wanted);
    });
  }

  const garbage: readonly (readonly [name: string, answer: Answer, message: RegExp])[] = [
    ['is about another token', review(ANN, { spec: { token: 'other' } }), /about another token/],
    ['is of another version', review(ANN, { apiVersion: 'authentication.k8s.io/v1beta1' }), /no TokenReview/],
    ['is another kind', review(ANN, { kind: 'SubjectAccessReview' }), /no TokenReview/],
    ['is no JSON', { body: '<html>' }, /./],
    ['is a list', { body: [] }, /no JSON object/],
    ['is empty', { body: '' }, /./],
    ['has no status', review(undefined), /no status/],
    ['has no user', review({ authenticated: true }), /names no user/],
    ['has a user without a name', review({ authenticated: true, user: { username: '' } }), /names no user/],
    ['has groups that are none', review({ ...ANN, user: { username: 'a', groups: [1] } }), /cannot be understood/],
    ['has groups that are a text', review({ ...ANN, user: { username: 'a', groups: 'a' } }), /cannot be understood/],
    ['is endless', { body: 'x'.repeat(2_000_000) }, /more than/],
    ['is 404', { status: 404, body: {} }, /answers with 404/],
    ['is a redirection', { status: 302, body: {} }, /answers with 302/],
  ];
  for (const [name, answer, message] of garbage) {
    it(`whose answer ${name} is a failure, and asked once`, async () => {
      answers = [answer];
      await assert.rejects(ask(), { message });
      assert.equal(asked.length, 1);
    });
  }

  for (const [name, answer] of [
    ['is busy', { status: 503, body: '' }],
    ['wants fewer questions', { status: 429, body: '' }],
    ['breaks the connection', 'break'],
  ] as const) {
    it(`that ${name} is asked again, up to five times`, async () => {
      answers = [answer, answer, review(ANN)];
      assert.equal((await ask()).type, 'authenticated');
      [asked, answers] = [[], [answer]];
      await assert.rejects(ask());
      assert.equal(asked.length, 5);
    });
  }

  it('that is slow is not waited for longer than the signal says', async () => {
    answers = ['never'];
    await assert.rejects(ask({ signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
  });

  it('of another authority is not believed', async () => {
    const stranger = await newTestAuthority('stranger');
    const real = service;
    const { port } = server.address() as AddressInfo;
    service = webhookService({ url: `https://127.0.0.1:${port}`, caPem: stranger.certPem, credentials: client });
    try {
      answers = [review(ANN)];
      await assert.rejects(ask(), { code: /SELF_SIGNED|VERIFY/ });
      assert.deepEqual(asked, []);
    } finally {
      await service.transport.close();
      service = real;
    }
  });
});
