import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';
import type { Sent } from '@pilothouse/runtime/grpc/contract.js';
import { GrpcError } from '@pilothouse/runtime/grpc/errors.js';
import { tokenReviewService, type TokenReviewResponse } from '@pilothouse/runtime/grpc/generated/token-review.js';
import { grpcService } from '@pilothouse/runtime/grpc/handlers.js';
import { serveGrpc, type GrpcServer } from '@pilothouse/runtime/grpc/serve.js';
import type { TokenReviewer } from './token-reviewer.js';
import { grpcReviewer } from './webhook-grpc.js';
import { httpsReviewer } from './webhook-https.js';

/** The status of a TokenReview. A gRPC response has the same content. */
export interface TestStatus {
  readonly authenticated?: boolean;
  readonly user?: {
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  readonly audiences?: readonly string[];
  readonly error?: string;
}

export type TestAnswer = TestStatus | 'never' | 'unavailable' | 'exhausted' | 'broken' | 'unimplemented' | 'huge';

/** A token review service over one of the transports. */
export interface TestWebhook {
  /** The received requests. */
  readonly asked: { readonly client: string; readonly token: string; readonly audiences: readonly string[] }[];
  /** The answers in order. The last one repeats. */
  answers: TestAnswer[];
  /** 0 before the start. The port stays the same over restarts. */
  port: number;
  readonly reviewer: (connection?: Partial<HttpsTransportOptions>) => TokenReviewer;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface TestCertificates {
  readonly ca: TestIssuer;
  readonly serving: TestIssuer;
  readonly client: TestIssuer;
}

export async function testCertificates(): Promise<TestCertificates> {
  const ca = await newTestAuthority('ca');
  const [serving, client] = await Promise.all([
    testCertificate({ commonName: 's' }, { purpose: { type: 'server', hosts: ['127.0.0.1'] }, issuer: ca }),
    testCertificate({ commonName: 'hook' }, { purpose: { type: 'client' }, issuer: ca }),
  ]);
  return { ca, serving, client };
}

const HUGE = 'x'.repeat(2_000_000);

export function httpsWebhook({ ca, serving, client }: TestCertificates): TestWebhook {
  const API_VERSION = 'authentication.k8s.io/v1';
  let server: Server;
  const webhook: TestWebhook = {
    asked: [],
    answers: [],
    port: 0,
    reviewer(connection) {
      const own = { url: `https://127.0.0.1:${webhook.port}`, caPem: ca.certPem, credentials: client };
      return httpsReviewer({ ...own, ...connection }, { version: 'v1', domain: createDomain() });
    },
    async start() {
      const tls = { cert: serving.certPem, key: serving.keyPem, ca: ca.certPem, requestCert: true };
      server = createServer(tls, (incoming, outgoing) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.on('end', () => {
          const { CN } = (incoming.socket as TLSSocket).getPeerCertificate().subject;
          const { spec } = JSON.parse(text) as { spec: { token: string; audiences: string[] } };
          webhook.asked.push({ client: String(CN), ...spec });
          const answer = nextOf(webhook);
          if (answer === 'never') return;
          if (answer === 'huge') return void outgoing.end(HUGE);
          const statusCode = { unavailable: 503, exhausted: 429, broken: 400, unimplemented: 404 };
          if (typeof answer === 'string') return void outgoing.writeHead(statusCode[answer]).end();
          outgoing.end(JSON.stringify({ kind: 'TokenReview', apiVersion: API_VERSION, status: answer }));
        });
      });
      await new Promise<void>((resolve) => {
        server.listen(webhook.port, '127.0.0.1', resolve);
      });
      webhook.port = (server.address() as AddressInfo).port;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return webhook;
}

export function grpcWebhook({ ca, serving, client }: TestCertificates): TestWebhook {
  let directory: string;
  let server: GrpcServer;
  const webhook: TestWebhook = {
    asked: [],
    answers: [],
    port: 0,
    reviewer: (connection) =>
      grpcReviewer({ url: `grpcs://127.0.0.1:${webhook.port}`, caPem: ca.certPem, credentials: client, ...connection }),
    async start() {
      directory = mkdtempSync(join(tmpdir(), 'webhook-'));
      const file = (name: string, text: string): string => {
        writeFileSync(join(directory, name), text);
        return join(directory, name);
      };
      server = await serveGrpc({
        address: { host: '127.0.0.1', port: webhook.port },
        security: {
          type: 'tls',
          certFile: file('tls.crt', serving.certPem),
          keyFile: file('tls.key', serving.keyPem),
          clientCaFile: file('ca.crt', ca.certPem),
        },
        services: [
          grpcService(tokenReviewService, {
            review(request, { peer }) {
              webhook.asked.push({ client: peer.type === 'certificate' ? peer.name : '', ...request });
              return grpcAnswer(nextOf(webhook));
            },
          }),
        ],
        onError: () => {},
        now: () => new Date(),
      });
      webhook.port = server.port;
    },
    async stop() {
      await server.stop(0);
      rmSync(directory, { recursive: true });
    },
  };
  return webhook;
}

async function grpcAnswer(answer: TestAnswer): Promise<Sent<TokenReviewResponse>> {
  if (answer === 'never') return new Promise(() => {});
  if (answer === 'huge') return { error: HUGE };
  if (answer === 'unavailable') throw new GrpcError('UNAVAILABLE', 'down');
  if (answer === 'exhausted') throw new GrpcError('RESOURCE_EXHAUSTED', 'too often');
  if (answer === 'unimplemented') throw new GrpcError('UNIMPLEMENTED', 'no such method');
  if (answer === 'broken') throw new Error('a fault');
  const { user, ...others } = answer;
  if (user === undefined) return others;
  const extra = Object.entries(user.extra ?? {}).map(([key, items]) => [key, { items }] as const);
  return { ...others, user: { ...user, extra: Object.fromEntries(extra) } };
}

function nextOf({ answers }: TestWebhook): TestAnswer {
  return (answers.length > 1 ? answers.shift() : answers[0]) ?? 'never';
}
