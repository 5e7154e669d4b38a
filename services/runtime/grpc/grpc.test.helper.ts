import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTestAuthority, testCertificate, type TestIssuer } from '../certificates/chain.test.helper.js';
import { connectGrpc, type GrpcClient, type GrpcClientSecurity, type GrpcConnection } from './connect.js';
import { GrpcError } from './errors.js';
import { tokenReviewService, type TokenReviewRequest, type TokenReviewService } from './generated/token-review.js';
import { grpcService, type GrpcCall, type GrpcHandlers } from './handlers.js';
import { serveGrpc, type GrpcServer, type ServeGrpcOptions } from './serve.js';

export const HOST = '127.0.0.1';

/** Overrides of client options. By default clients have a certificate and trust the server's CA. */
export interface ClientChanges {
  readonly caPem?: string;
  readonly credentials?: TestIssuer | undefined;
  readonly serverName?: string;
  readonly token?: string;
}

/** Token-review servers and clients for tests, with certificate files of one CA. */
export interface TestGrpc {
  readonly ca: TestIssuer;
  /** The handler of the servers. */
  review: GrpcHandlers<TokenReviewService>['review'];
  readonly asked: { readonly request: TokenReviewRequest; readonly peer: GrpcCall['peer'] }[];
  readonly faults: string[];
  time: Date;
  readonly serverCertificate: (issuer: TestIssuer) => Promise<TestIssuer>;
  readonly clientCertificate: (issuer: TestIssuer, hours?: number) => Promise<TestIssuer>;
  readonly path: (name: string) => string;
  readonly write: (name: string, text: string) => void;
  readonly serve: (options?: Partial<ServeGrpcOptions>) => Promise<GrpcServer>;
  readonly connect: (ports: readonly number[], security?: ClientChanges | 'plain') => GrpcConnection;
  readonly clientOf: (port: number, security?: ClientChanges | 'plain') => GrpcClient<TokenReviewService>;
  /** Registers a cleanup. */
  readonly onEnd: (close: () => unknown) => void;
  readonly end: () => Promise<void>;
}

export async function newTestGrpc(): Promise<TestGrpc> {
  const directory = mkdtempSync(join(tmpdir(), 'grpc-'));
  const open: (() => unknown)[] = [];
  const serverCertificate = (issuer: TestIssuer): Promise<TestIssuer> =>
    testCertificate({ commonName: 's' }, { purpose: { type: 'server', hosts: [HOST] }, issuer });
  const clientCertificate = (issuer: TestIssuer, hours = 1): Promise<TestIssuer> =>
    testCertificate({ commonName: 'hook' }, { purpose: { type: 'client' }, issuer, hours });
  const ca = await newTestAuthority('ca');
  const [serving, hook] = await Promise.all([serverCertificate(ca), clientCertificate(ca)]);
  const path = (name: string): string => join(directory, name);
  const write = (name: string, text: string): void => writeFileSync(path(name), text);
  write('tls.crt', serving.certPem);
  write('tls.key', serving.keyPem);
  write('client-ca.pem', ca.certPem);

  const test: TestGrpc = {
    ca,
    review: async () => ({ authenticated: true, user: { username: 'ann' } }),
    asked: [],
    faults: [],
    time: new Date(),
    serverCertificate,
    clientCertificate,
    path,
    write,
    async serve(options) {
      const server = await serveGrpc({
        address: { host: HOST, port: 0 },
        security: {
          type: 'tls',
          certFile: path('tls.crt'),
          keyFile: path('tls.key'),
          clientCaFile: path('client-ca.pem'),
        },
        services: [
          grpcService(tokenReviewService, {
            review(request, call) {
              test.asked.push({ request, peer: call.peer });
              return test.review(request, call);
            },
          }),
        ],
        onError: (error, what) => test.faults.push(`${what}: ${String(error)}`),
        now: () => test.time,
        watchInterval: 1,
        ...options,
      });
      open.unshift(() => server.stop(0));
      return server;
    },
    connect(ports, changes = {}) {
      const [first, ...others] = ports.map((port) => ({ host: HOST, port }));
      assert.ok(first);
      const security: GrpcClientSecurity =
        changes === 'plain'
          ? { type: 'plain' }
          : withoutUndefined({ type: 'tls', caPem: ca.certPem, credentials: hook, ...changes });
      const connection = connectGrpc({ addresses: [first, ...others], security });
      open.unshift(() => connection.close());
      return connection;
    },
    clientOf: (port, changes) => test.connect([port], changes).client(tokenReviewService),
    onEnd: (close) => open.unshift(close),
    async end() {
      await Promise.all(open.map((close) => close()));
      rmSync(directory, { recursive: true });
    },
  };
  return test;
}

function withoutUndefined(security: {
  readonly type: 'tls';
  readonly credentials?: TestIssuer | undefined;
}): GrpcClientSecurity {
  const { credentials, ...others } = security;
  return { ...others, ...(credentials && { credentials }) };
}

/** For `assert.rejects`: a GrpcError with this code. */
export const failsWith =
  (code: string, message = /./) =>
  (error: unknown): true => {
    assert.ok(error instanceof GrpcError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  };
