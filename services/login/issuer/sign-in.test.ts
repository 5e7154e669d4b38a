import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { LoginError } from '../login-error.js';
import type { Tokens } from '../tokens/saved-login.js';
import { RefusedGrantError } from './explain.js';
import { readIssuer, renew, revoke } from './issuer.js';
import { signIn } from './sign-in.js';

type Json = Readonly<Record<string, unknown>>;

/** What the issuer does otherwise than it should. */
interface Faults {
  readonly metadata?: Json;
  readonly claims?: Json;
  /** Parameters of the redirect. */
  readonly redirect?: Readonly<Record<string, string>>;
  /** The answer of the token endpoint. */
  readonly answer?: { readonly status: number; readonly body: Json };
  /** Seconds by which its clock is ahead. */
  readonly ahead?: number;
}

describe('signing in at an issuer', () => {
  let server: Server;
  let directory: string;
  let issuer: string;
  let faults: Faults;
  let nonce: string;
  let asked: URLSearchParams[];
  let said: string;

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'issuer-'));
    const ca = await newTestAuthority('ca');
    writeFileSync(join(directory, 'ca.crt'), ca.certPem);
    const purpose = { type: 'server', hosts: ['127.0.0.1'] } as const;
    const { certPem, keyPem } = await testCertificate({ commonName: 's' }, { purpose, issuer: ca });
    server = createServer({ cert: certPem, key: keyPem }, (incoming, outgoing) => {
      void text(incoming).then((body) => {
        const { status, body: answer } = answerTo(incoming.url ?? '', new URLSearchParams(body));
        const date = new Date(Date.now() + (faults.ahead ?? 0) * 1000).toUTCString();
        return outgoing.writeHead(status, { 'content-type': 'application/json', date }).end(JSON.stringify(answer));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(directory, { recursive: true });
  });
  beforeEach(() => {
    [faults, asked, said] = [{}, [], ''];
  });

  function answerTo(path: string, form: URLSearchParams): { readonly status: number; readonly body: Json } {
    if (path === '/.well-known/openid-configuration') {
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        revocation_endpoint: `${issuer}/revoke`,
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: ['ES256'],
        ...faults.metadata,
      };
      return { status: 200, body: metadata };
    }
    asked.push(form);
    if (path === '/revoke') return { status: 200, body: {} };
    const body = { access_token: 'a', token_type: 'bearer', id_token: idToken(), refresh_token: 'r2' };
    return faults.answer ?? { status: 200, body };
  }

  /** TLS proves that the token endpoint issues it, so that its signature is not read. */
  function idToken(): string {
    const now = Math.floor(Date.now() / 1000) + (faults.ahead ?? 0);
    const claims = { iss: issuer, aud: 'cli', sub: 'ada', iat: now, exp: now + 600, nonce, ...faults.claims };
    const parts = [{ alg: 'ES256' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    return [...parts, 'AA'].join('.');
  }

  const options = () => ({ issuer, clientId: 'cli', caFile: join(directory, 'ca.crt'), scopes: ['openid', 'email'] });

  /** The user signs in at once: the browser gets the redirect. */
  async function openBrowser(url: URL): Promise<boolean> {
    assert.equal(url.origin + url.pathname, `${issuer}/auth`);
    const wanted = url.searchParams;
    nonce = wanted.get('nonce') ?? '';
    const back = new URL(wanted.get('redirect_uri') ?? '');
    back.search = String(
      new URLSearchParams({ code: 'c', state: wanted.get('state') ?? '', iss: issuer, ...faults.redirect }),
    );
    get(back, (answer) => answer.resume());
    return true;
  }

  async function signedIn(signal = new AbortController().signal): Promise<Tokens> {
    const flow = { method: 'auto', redirectUrl: new URL('http://127.0.0.1:0/callback') } as const;
    const say = (line: string): void => {
      said += line;
    };
    return signIn(await readIssuer(options(), Date.now), flow, { openBrowser, say, signal });
  }

  it('uses a code with PKCE, and keeps both tokens', async () => {
    const { subject, refreshToken, expires } = await signedIn();
    assert.deepEqual([subject, refreshToken], ['ada', 'r2']);
    assert.ok(Math.abs(expires - Date.now() - 600_000) < 60_000);
    const [form] = asked;
    assert.deepEqual([form?.get('code'), form?.get('client_id')], ['c', 'cli']);
    assert.match(form?.get('code_verifier') ?? '', /^[\w-]{43}$/);
  });

  for (const [title, wrong, expected] of [
    [
      'another issuer in the redirect',
      { redirect: { iss: 'https://evil.example' } },
      /not accepted \(unexpected "iss"/,
    ],
    ['a refusal', { redirect: { error: 'access_denied' } }, /^the sign-in was denied \(access_denied\)/],
    [
      'a nonce of another sign-in',
      { claims: { nonce: 'n' } },
      /not for this sign-in of the client "cli" \(unexpected .*nonce/,
    ],
    [
      'a token for another client',
      { claims: { aud: 'other' } },
      /not for this sign-in of the client "cli" \(unexpected .*"aud"/,
    ],
    ['a token of another issuer', { claims: { iss: 'https://x' } }, /not for this sign-in .*"iss"/],
    [
      'no ID token',
      { answer: { status: 200, body: { access_token: 'a', token_type: 'bearer' } } },
      /not accepted \(.*id_token/,
    ],
    [
      'an unknown client',
      { answer: { status: 401, body: { error: 'invalid_client' } } },
      /does not accept the client "cli" \(invalid_client\); check --client-id/,
    ],
    [
      'control characters in its texts',
      { answer: { status: 400, body: { error: 'invalid_request', error_description: 'a\u001b[31mb\nc' } } },
      /refuses the sign-in \(invalid_request: a \[31mb c\)$/,
    ],
    ['a failure of its own', { answer: { status: 503, body: {} } }, /unexpected status/],
    [
      'another name for itself',
      { metadata: { issuer: 'https://other.example' } },
      /describes itself as another issuer/,
    ],
    [
      'a page that is not https',
      { metadata: { authorization_endpoint: 'file:///etc/passwd' } },
      /only requests to HTTPS are allowed/,
    ],
    [
      'a token endpoint that is not https',
      { metadata: { token_endpoint: 'http://127.0.0.1:1/' } },
      /not accepted \(only requests to HTTPS/,
    ],
    [
      'a clock that is far behind',
      { ahead: -7200 },
      /not valid at this time .*clock of this machine is 120 minutes ahead of/,
    ],
  ] as const satisfies readonly (readonly [string, Faults, RegExp])[]) {
    it(`reports ${title}`, async () => {
      faults = wrong;
      await assert.rejects(signedIn(), (error) => {
        assert.ok(error instanceof LoginError);
        assert.match(error.message, expected);
        return true;
      });
    });
  }

  it('counts the lifetime of a token by its own clock, and warns of a wrong one', async () => {
    faults = { ahead: 7200 };
    const { expires } = await signedIn();
    assert.ok(Math.abs(expires - Date.now() - 600_000) < 60_000);
    assert.match(said, /warning: the clock of this machine is 120 minutes behind that of the issuer/);
  });

  it('ignores redirects of other sign-ins, until it is stopped', async () => {
    faults = { redirect: { state: 'other' } };
    const stop = new AbortController();
    const waiting = signedIn(stop.signal);
    waiting.catch(() => undefined);
    while (!said.includes('was ignored')) await new Promise(setImmediate);
    stop.abort();
    await assert.rejects(waiting, { name: 'LoginError', message: 'the sign-in was stopped' });
    assert.deepEqual(asked, []);
  });

  const former = { idToken: 'i', expires: 0, subject: 'ada', refreshToken: 'r1' };

  it('renews tokens', async () => {
    nonce = '';
    const renewed = await renew(await readIssuer(options(), Date.now), former);
    assert.deepEqual([renewed.refreshToken, renewed.subject], ['r2', 'ada']);
    assert.deepEqual(
      asked.map((form) => form.get('refresh_token')),
      ['r1'],
    );
  });

  it('keeps a refresh token that the issuer does not replace', async () => {
    faults = { answer: { status: 200, body: { access_token: 'a', token_type: 'bearer', id_token: idToken() } } };
    assert.equal((await renew(await readIssuer(options(), Date.now), former)).refreshToken, 'r1');
  });

  it('tells a refused refresh token from other failures, and never takes the token of another user', async () => {
    const renewed = async (): Promise<Tokens> => renew(await readIssuer(options(), Date.now), former);
    faults = { answer: { status: 400, body: { error: 'invalid_grant' } } };
    await assert.rejects(renewed(), RefusedGrantError);
    faults = { answer: { status: 500, body: {} } };
    await assert.rejects(renewed(), (error) => error instanceof LoginError && !(error instanceof RefusedGrantError));
    faults = { claims: { sub: 'eve' } };
    await assert.rejects(renewed(), /renews the sign-in for another user/);
  });

  it('revokes a refresh token if the issuer can', async () => {
    assert.equal(await revoke(await readIssuer(options(), Date.now), 'r1'), true);
    assert.equal(asked[0]?.get('token'), 'r1');
    faults = { metadata: { revocation_endpoint: undefined } };
    assert.equal(await revoke(await readIssuer(options(), Date.now), 'r1'), false);
  });
});
