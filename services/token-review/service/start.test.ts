import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { connectGrpc, type GrpcConnection } from '@pilothouse/runtime/grpc/connect.js';
import { tokenReviewService } from '@pilothouse/runtime/grpc/generated/token-review.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { ServiceOptions } from '../options/service-options.js';
import { createUser, deleteUser, type ManageContext } from '../users/manage.js';
import { startTokenReview, type RunningService } from './start.js';

const CONTEXT: ManageContext = { random: randomBytes, now: () => new Date(), cost: { N: 1024, r: 8, p: 1 } };
const user = (name: string) => ({ name, uid: '', groups: [], extra: {} });

describe('token review service', () => {
  let directory: string;
  let authority: TestIssuer;
  let client: TestIssuer;
  let token: string;
  let logged: unknown[];
  const running: RunningService[] = [];
  const file = (name: string): string => join(directory, name);

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'token-review-'));
    authority = await newTestAuthority('ca');
    const [serving, named, made] = await Promise.all([
      testCertificate({ commonName: 's' }, { purpose: { type: 'server', hosts: ['127.0.0.1'] }, issuer: authority }),
      testCertificate({ commonName: 'apiserver' }, { purpose: { type: 'client' }, issuer: authority }),
      createUser(file('users'), user('ann'), CONTEXT),
    ]);
    [client, token] = [named, made.token];
    await Promise.all([
      writeFile(file('crt'), serving.certPem),
      writeFile(file('key'), serving.keyPem),
      writeFile(file('ca'), authority.certPem),
      writeFile(file('issuers'), 'issuers: [{issuerURL: "https://127.0.0.1:1", clientID: c}]'),
    ]);
  });
  beforeEach(() => {
    logged = [];
  });
  afterEach(() => Promise.all(running.splice(0).map((each) => each.stop())));
  after(() => rm(directory, { recursive: true }));

  const log = (...args: unknown[]): void => void logged.push(...args);
  const logger: Logger = { error: log, warn: log, info: log, debug: log, trace: log, isLevelEnabled: () => true };
  async function start(changes: Partial<ServiceOptions> = {}): Promise<RunningService> {
    const service = await startTokenReview(
      {
        bindAddress: '127.0.0.1',
        securePort: 0,
        grpc: 'off',
        tls: { certFile: file('crt'), keyFile: file('key'), clientCaFile: file('ca') },
        limit: { perSecond: 0, burst: 0 },
        sources: { usersFile: file('users'), oidcConfigFile: file('issuers') },
        audiences: ['a'],
        cacheTtl: 3600,
        negativeCacheTtl: 3600,
        domain: {},
        metrics: 'off',
        verbosity: 0,
        ...changes,
      },
      { logger, watchInterval: 5 },
    );
    running.push(service);
    return service;
  }

  interface Status {
    readonly authenticated: boolean;
    readonly user: { readonly username?: string };
  }
  async function post({ url }: RunningService, about: string): Promise<readonly [code: number, status: Status]> {
    const identity = { cert: client.certPem, key: client.keyPem, ca: authority.certPem };
    const origin = request(url, { ...identity, method: 'POST', agent: false });
    const review = { kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1', spec: { token: about } };
    origin.end(JSON.stringify(review));
    const [incoming] = (await once(origin, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += String(chunk);
    return [incoming.statusCode ?? 0, (JSON.parse(text) as { readonly status: Status }).status];
  }
  const nameOf = async (service: RunningService, about: string): Promise<string | undefined> =>
    (await post(service, about))[1].user.username;

  /** An unsigned token of an issuer. */
  function idToken(iss: string): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part({ alg: 'ES256', kid: 'k' })}.${part({ iss })}.x`;
  }

  it('answers from any source that knows the token, and reports failures', async () => {
    const service = await start();
    assert.equal(await nameOf(service, token), 'ann');
    assert.deepEqual(await post(service, 'other'), [200, { authenticated: false, user: {} }]);
    assert.equal((await post(service, idToken('https://127.0.0.1:1')))[0], 503);
    assert.equal((await post(service, idToken('https://127.0.0.1:2')))[0], 200);
    const text = JSON.stringify(logged, (_key, value: unknown) => (value instanceof Error ? value.stack : value));
    assert.match(text, /"user":"ann"/);
    assert.match(text, /ECONNREFUSED/);
    for (const secret of [token, token.split('.')[1] ?? '', idToken('https://127.0.0.1:1')]) {
      assert.ok(!text.includes(secret));
    }
  });

  it('rejects invalid requests over gRPC', async () => {
    const { grpc = '' } = await start({ grpc: { host: '127.0.0.1', port: 0 } });
    const connection = connectTo(grpc);
    const { review } = connection.client(tokenReviewService);
    try {
      for (const wrong of ['', 'a\0b', 'x'.repeat(100_000)]) {
        await assert.rejects(review({ token: wrong }), { code: 'INVALID_ARGUMENT', message: /^token: [A-Z]/ });
      }
      await assert.rejects(review({ token, audiences: [''] }), { message: 'audiences[0]: Required value' });
      await assert.rejects(review({ token: 'x'.repeat(600_000) }), { code: 'RESOURCE_EXHAUSTED' });
      const { authenticated, error } = await review({ token, audiences: ['b'] });
      assert.equal(authenticated, false);
      assert.match(error, /^none of the requested audiences/);
    } finally {
      connection.close();
    }
  });

  it('clears the cache when a file changes, and keeps the former content of an invalid file', async () => {
    const service = await start();
    const { token: bobs } = await createUser(file('users'), user('bob'), CONTEXT);
    while ((await nameOf(service, bobs)) !== 'bob') await delay(1);
    const text = await readFile(file('users'), 'utf8');
    await writeFile(file('users'), '{');
    while (!/unexpected end of JSON/.test(logged.map((each) => String((each as { error?: Error }).error)).join())) {
      await delay(1);
    }
    assert.equal(await nameOf(service, bobs), 'bob');
    await writeFile(file('users'), text);
    await deleteUser(file('users'), 'bob');
    while ((await nameOf(service, bobs)) !== undefined) await delay(1);
    assert.equal(await nameOf(service, token), 'ann');
  });

  it('forwards reviews to another service, over either transport', async () => {
    const inner = await start({ grpc: { host: '127.0.0.1', port: 0 } });
    for (const server of [inner.url, `grpcs://${inner.grpc}`]) {
      await writeFile(file('kubeconfig'), kubeconfig(server));
      const forward = { kubeconfigFile: file('kubeconfig'), version: 'v1' } as const;
      const outer = await start({ sources: { forward } });
      assert.equal(await nameOf(outer, token), 'ann');
      assert.equal(await nameOf(outer, 'other'), undefined);
    }
  });

  it('limits each client across transports', async () => {
    const limit = { perSecond: 1e-6, burst: 3 };
    const service = await start({ grpc: { host: '127.0.0.1', port: 0 }, limit });
    const connection = connectTo(service.grpc ?? '');
    const { review } = connection.client(tokenReviewService);
    try {
      assert.equal(await nameOf(service, token), 'ann');
      assert.equal((await review({ token })).user?.username, 'ann');
      assert.equal(await nameOf(service, token), 'ann');
      await assert.rejects(review({ token }), { code: 'RESOURCE_EXHAUSTED' });
      assert.equal((await post(service, token))[0], 429);
    } finally {
      connection.close();
    }
  });

  it('does not start with invalid files or on a port in use', async () => {
    await writeFile(file('wrong'), '{}');
    await assert.rejects(start({ sources: { usersFile: file('wrong') } }), {
      message: /wrong: version: Required value$/,
    });
    await assert.rejects(start({ sources: { oidcConfigFile: file('wrong') } }), {
      message: /issuers: Required value$/,
    });
    await assert.rejects(start({ tls: { certFile: file('crt'), keyFile: file('wrong') } }), /are not a certificate/);
    const { url } = await start();
    await assert.rejects(start({ securePort: Number(new URL(url).port) }), { code: 'EADDRINUSE', syscall: 'listen' });
  });

  function connectTo(address: string): GrpcConnection {
    const addresses = [{ host: '127.0.0.1', port: Number(address.split(':')[1]) }] as const;
    const credentials = { certPem: client.certPem, keyPem: client.keyPem };
    return connectGrpc({ addresses, security: { type: 'tls', caPem: authority.certPem, credentials } });
  }

  function kubeconfig(server: string): string {
    const data = (text: string): string => Buffer.from(text).toString('base64');
    return JSON.stringify({
      'current-context': 'x',
      contexts: [{ name: 'x', context: { cluster: 'x', user: 'x' } }],
      clusters: [{ name: 'x', cluster: { server, 'certificate-authority-data': data(authority.certPem) } }],
      users: [
        {
          name: 'x',
          user: { 'client-certificate-data': data(client.certPem), 'client-key-data': data(client.keyPem) },
        },
      ],
    });
  }
});
