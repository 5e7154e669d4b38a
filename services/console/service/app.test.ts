import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Transport, TransportRequest } from '@pilothouse/client/transport.js';
import { createUpstream } from '../proxy/upstream.js';
import { sealedCookie } from '../session/cookies.js';
import { createSealer, KEY_BYTES } from '../session/seal.js';
import { createSessions } from '../session/sessions.js';
import { oneTimeCodes } from '../sign-in/one-time-codes.js';
import { grantOfToken } from '../sign-in/token.js';
import { createApp } from './app.js';

const HOUR = 3_600_000;
const LONG = `a${'b'.repeat(6000)}`;

/** An API server that accepts the tokens `good` and a long one. */
function apiServer(requests: TransportRequest[]): Transport {
  return {
    async request(request) {
      requests.push(request);
      const { authorization = '' } = request.headers;
      const isKnown = [`Bearer good`, `Bearer ${LONG}`].includes(String(authorization));
      const body = isKnown
        ? { kind: 'SelfSubjectReview', status: { userInfo: { username: 'ada' } } }
        : { kind: 'Status', status: 'Failure', reason: 'Unauthorized', code: 401 };
      return {
        status: isKnown ? 200 : 401,
        headers: { 'content-type': 'application/json', 'set-cookie': 'x=1' },
        body: (async function* () {
          yield Buffer.from(JSON.stringify(body));
        })(),
      };
    },
    close: async () => undefined,
  };
}

describe('the application of the console', () => {
  const requests: TransportRequest[] = [];
  const errors: unknown[] = [];
  let server: Server;
  let url = '';
  let time = 0;
  const codes = oneTimeCodes({ user: 'admin', onUsed: () => undefined });

  before(async () => {
    const transport = apiServer(requests);
    const local: Transport = {
      ...transport,
      request: (request) => transport.request({ ...request, headers: { authorization: 'Bearer good' } }),
    };
    const cookie = sealedCookie({
      sealer: createSealer(() => [KEY]),
      name: 'console-1',
      secure: false,
    });
    const app = createApp({
      assets: new Map([
        ['index.html', { type: 'text/html', bytes: Buffer.from('page'), compressed: gzipSync('page') }],
      ]),
      sessions: createSessions(cookie, HOUR, () => time),
      externalUrl: undefined,
      secure: false,
      server: 'https://api',
      upstream: createUpstream({ plain: transport, local }),
      userAgent: 'test',
      signIns: { token: (token) => grantOfToken(token, { transport, domain: createDomain() }), code: codes.use },
      onAnswer: () => undefined,
      onFailure: () => undefined,
      onError: (error) => errors.push(error),
    });
    server = createServer(app);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    requests.length = 0;
    time = 1000;
  });
  after(() => server.close());
  afterEach(() => assert.deepEqual(errors, []));

  const signIn = (body: object, headers: Readonly<Record<string, string>> = { origin: url }): Promise<Response> =>
    fetch(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const cookieOf = (answer: Response): string =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  async function session(credential: object) {
    const answer = await signIn(credential);
    assert.equal(answer.status, 200);
    const { csrf } = (await answer.json()) as { csrf: string };
    return { cookie: cookieOf(answer), 'x-csrf-token': csrf };
  }

  it('sends the page with a strict policy', async () => {
    const answer = await fetch(`${url}/view/api/v1/pods`);
    assert.equal(await answer.text(), 'page');
    const policy = answer.headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(part));
    assert.ok(!policy.includes('unsafe'));
  });

  for (const [title, token] of [
    ['a token', 'good'],
    ['a token that is longer than a cookie', LONG],
  ] as const) {
    it(`signs in by ${title}, and passes requests on with it`, async () => {
      const headers = await session({ token });
      const answer = await fetch(`${url}/k8s/api/v1/pods?watch=1`, {
        headers: { ...headers, authorization: 'Bearer other', 'impersonate-user': 'x' },
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('set-cookie'), null);
      const [, sent] = requests;
      assert.equal(sent?.target, '/api/v1/pods?watch=1');
      assert.equal(sent.headers['authorization'], `Bearer ${token}`);
      assert.ok(!('impersonate-user' in sent.headers) && !('cookie' in sent.headers));
    });
  }

  it('signs in by a code once', async () => {
    const code = codes.current();
    const headers = await session({ code });
    assert.equal((await fetch(`${url}/k8s/version`, { headers })).status, 200);
    assert.equal((await signIn({ code })).status, 401);
  });

  it('rejects a wrong token and what is no token', async () => {
    for (const token of ['bad', '', 'a b', 'a\nb', 1, undefined, 'x'.repeat(8001)]) {
      const answer = await signIn({ token });
      assert.equal(answer.status, 401);
      assert.deepEqual(answer.headers.getSetCookie(), []);
    }
  });

  it('rejects sign-ins from other pages', async () => {
    for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
      assert.equal((await signIn({ token: 'good' }, headers)).status, 403);
    }
  });

  it('rejects requests to the API without the session, its secret, or within another', async () => {
    const own = await session({ token: 'good' });
    const other = await session({ token: 'good' });
    requests.length = 0;
    const wrong = [
      {},
      { cookie: own.cookie },
      { ...own, 'x-csrf-token': other['x-csrf-token'] },
      { ...own, cookie: '' },
    ];
    const codesOf = wrong.map(async (headers) => (await fetch(`${url}/k8s/api`, { headers })).status);
    assert.deepEqual(await Promise.all(codesOf), [401, 403, 403, 401]);
    assert.deepEqual(requests, []);
  });

  it('ends a session after its lifetime, and at the sign-out', async () => {
    const headers = await session({ token: 'good' });
    const status = async (): Promise<number> => (await fetch(`${url}/k8s/api`, { headers })).status;
    time += HOUR - 1;
    assert.equal(await status(), 200);
    time += 1;
    assert.equal(await status(), 401);
    time -= 1;
    assert.equal(await status(), 200);
    const left = await fetch(`${url}/session`, { method: 'DELETE', headers: { ...headers, origin: url } });
    assert.equal(await status(), 401);
    assert.match(left.headers.getSetCookie()[0] ?? '', /^console-1\.0=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('answers a body that is no JSON, and one that is too large', async () => {
    const post = (body: string) =>
      fetch(`${url}/session`, { method: 'POST', headers: { 'content-type': 'application/json', origin: url }, body });
    assert.equal((await post('{')).status, 400);
    assert.equal((await post(`"${'x'.repeat(70_000)}"`)).status, 413);
  });
});

const KEY = randomBytes(KEY_BYTES);
