import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { TokenReviewer } from './token-reviewer.js';
import { grpcWebhook, httpsWebhook, testCertificates, type TestCertificates } from './webhook.test.helper.js';
import { watchReviewer } from './webhook-file.js';

describe('watchReviewer', () => {
  let directory: string;
  let certificates: TestCertificates;
  let path: string;
  let off: AbortController;
  before(async () => {
    certificates = await testCertificates();
  });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'webhook-file-'));
    path = join(directory, 'hook.yaml');
    off = new AbortController();
  });
  afterEach(() => {
    off.abort();
    rmSync(directory, { recursive: true });
  });

  const data = (pem: string): string => Buffer.from(pem).toString('base64');
  function write(server: string, cluster = '', user = ''): void {
    const text = `
current-context: own
contexts: [{ name: own, context: { cluster: own, user: own } }]
clusters: [{ name: own, cluster: { server: "${server}", ${cluster} } }]
users: [{ name: own, user: { ${user} } }]
`;
    writeFileSync(path, text);
  }
  function writeTrusted(server: string): void {
    const { ca, client } = certificates;
    const user = `client-certificate-data: ${data(client.certPem)}, client-key-data: ${data(client.keyPem)}`;
    write(server, `certificate-authority-data: ${data(ca.certPem)}`, user);
  }

  const watch = async (onChange = (): void => {}): Promise<Changing<TokenReviewer>> => {
    const watched = await watchReviewer({
      path,
      version: 'v1',
      domain: createDomain(),
      onError: (error) => assert.fail(String(error)),
      signal: off.signal,
      interval: 1,
    });
    watched.onChange(onChange, off.signal);
    return watched;
  };

  it('switches between HTTPS and gRPC while in use', async () => {
    const [overHttps, overGrpc] = [httpsWebhook(certificates), grpcWebhook(certificates)];
    await Promise.all([overHttps.start(), overGrpc.start()]);
    try {
      for (const webhook of [overHttps, overGrpc]) {
        webhook.answers = [{ authenticated: true, user: { username: 'ann' } }];
      }
      const httpsUrl = `https://127.0.0.1:${overHttps.port}`;
      const grpcUrl = `grpcs://127.0.0.1:${overGrpc.port}`;
      writeTrusted(httpsUrl);
      let changed = (): void => {};
      const service = await watch(() => changed());
      const review = async (): Promise<void> => {
        const answer = await service.current().review({ token: 't', audiences: [] }, off.signal);
        assert.equal(answer.authenticated, true);
      };
      const change = (url: string): Promise<void> =>
        new Promise((resolve) => {
          changed = resolve;
          writeTrusted(url);
        });
      await review();
      await change(grpcUrl);
      await review();
      const before = service.current();
      await change(httpsUrl);
      await review();
      await assert.rejects(before.review({ token: 't', audiences: [] }, off.signal), /is closed/);
      assert.deepEqual([overHttps.asked.length, overGrpc.asked.length], [2, 1]);
    } finally {
      await Promise.all([overHttps.stop(), overGrpc.stop()]);
    }
  });

  for (const server of [
    'grpc://a:1',
    'grpcs://a:1',
    'grpcs://a:1,b.c:2/',
    'grpcs://[::1]:65535',
    'http://a',
    'https://a/b',
  ]) {
    it(`accepts ${server}`, async () => {
      write(server);
      await watch();
    });
  }

  const ca = 'insecure-skip-tls-verify: false, tls-server-name: b';
  const refused: readonly (readonly [
    name: string,
    server: string,
    message: RegExp,
    cluster?: string,
    user?: string,
  ])[] = [
    ['no port', 'grpcs://a', /must be grpcs:\/\/host:port/],
    ['a path', 'grpcs://a:1/b', /must be grpcs:\/\/host:port/],
    ['a user', 'grpcs://a@b:1', /must be grpcs:\/\/host:port/],
    ['no host', 'grpcs://:1', /must be grpcs:\/\/host:port/],
    ['an empty host among others', 'grpcs://a:1,', /must be grpcs:\/\/host:port/],
    ['an invalid port', 'grpcs://a:65536', /must be grpcs:\/\/host:port/],
    ['another scheme', 'ftp://a', /an http, https, grpc or grpcs URL/],
    ['a token without TLS', 'grpc://a:1', /credentials are not sent over grpc:/, '', 'token: t'],
    ['a server name without TLS', 'grpc://a:1', /has no meaning over grpc:/, ca],
    ['invalid authorities', 'grpcs://a:1', /holds no certificate/, `certificate-authority-data: ${data('x')}`],
  ];
  for (const [name, server, message, cluster, user] of refused) {
    it(`rejects ${name}: ${server}`, async () => {
      write(server, cluster, user);
      await assert.rejects(watch(), (error: Error) => {
        assert.match(error.message, message);
        assert.ok(error.message.startsWith(`${path}: `), error.message);
        return true;
      });
    });
  }

  it('rejects a client certificate without TLS', async () => {
    const { client } = certificates;
    write(
      'grpc://a:1',
      '',
      `client-certificate-data: ${data(client.certPem)}, client-key-data: ${data(client.keyPem)}`,
    );
    await assert.rejects(watch(), /credentials are not sent over grpc:/);
  });
});
