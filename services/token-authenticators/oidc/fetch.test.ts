import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { fetchJson, fetchToken } from './fetch.js';

describe('HTTPS fetch from a provider', () => {
  let server: Server;
  let caPem: string;
  let base: string;
  let asked: Pick<IncomingMessage, 'url' | 'headers'>[];
  let answer: { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string };

  before(async () => {
    const ca = await newTestAuthority('ca');
    const purpose = { type: 'server', hosts: ['127.0.0.1'] } as const;
    const { certPem, keyPem } = await testCertificate({ commonName: 's' }, { purpose, issuer: ca });
    caPem = ca.certPem;
    server = createServer({ cert: certPem, key: keyPem }, (incoming, outgoing) => {
      asked.push(incoming);
      outgoing.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    base = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    [asked, answer] = [[], { body: '{"a":1}' }];
  });
  const url = (path: string): URL => new URL(path, base);
  const options = (trusted: string | undefined = caPem) => ({ caPem: trusted, signal: AbortSignal.timeout(5_000) });

  it('reads JSON', async () => {
    assert.deepEqual(Object.entries(await fetchJson(url('/a?b=c'), options())), [['a', 1]]);
    const reported = asked.map(({ url: path, headers }) => [path, headers.accept, headers.authorization]);
    assert.deepEqual(reported, [['/a?b=c', 'application/json', undefined]]);
  });

  it('reads a token, and sends a bearer token', async () => {
    answer = { body: 'x.y.z\n' };
    assert.equal(await fetchToken(url('/a'), 'f00', options()), 'x.y.z');
    assert.equal(await fetchToken(url('/a'), undefined, options()), 'x.y.z');
    assert.deepEqual(
      asked.map(({ headers }) => headers.authorization),
      ['Bearer f00', undefined],
    );
  });

  const bad: readonly (readonly [name: string, answer: typeof answer, message: RegExp])[] = [
    ['moved', { status: 302, headers: { location: '/b' }, body: '' }, /\/a answers with 302$/],
    ['missing', { status: 404, body: '{}' }, /\/a answers with 404$/],
    ['empty and fine', { status: 204, body: '' }, /\/a answers with 204$/],
    ['endless', { body: 'x'.repeat(2_000_000) }, /more than 1048576 bytes$/],
  ];
  for (const [name, given, message] of bad) {
    it(`rejects a response that is ${name}`, async () => {
      answer = given;
      // A query may contain a secret.
      await assert.rejects(fetchJson(url('/a?key=s3cret'), options()), { message });
      await assert.rejects(fetchToken(url('/a?key=s3cret'), 'f00', options()), { message });
      assert.equal(asked.length, 2);
    });
  }

  it('rejects a response that is not a JSON object', async () => {
    answer = { body: '[]' };
    await assert.rejects(fetchJson(url('/a'), options()), { message: /\/a answers without a JSON object$/ });
  });

  it('rejects http URLs and untrusted certificates', async () => {
    const plain = new URL(base.replace('https:', 'http:'));
    await assert.rejects(fetchToken(plain, 'f00', options()), { message: /is not an https URL$/ });
    const { certPem } = await newTestAuthority('stranger');
    await assert.rejects(fetchToken(url('/a'), 'f00', options(certPem)), { code: /SELF_SIGNED|VERIFY/ });
    assert.deepEqual(asked, []);
  });

  it('rejects a bearer token that is not a valid header value', async () => {
    await assert.rejects(fetchToken(url('/a'), 'f00\r\nx: y', options()), { code: 'ERR_INVALID_CHAR' });
    assert.deepEqual(asked, []);
  });
});
