import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { createScheduler, TURN } from './scheduler.js';
import { createSessions } from './sessions.js';
import type { Stream, StreamRequest } from './stream.js';

/** A request as a handler sees it. */
export interface TestRequest extends StreamRequest {
  readonly readBody: () => Promise<Buffer>;
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal;
}

export interface TestResponse {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export interface TestServerOptions {
  readonly handler: (request: TestRequest) => Promise<TestResponse>;
  readonly maxStreams?: number;
  /** Milliseconds. */
  readonly requestTimeout?: number;
}

/** A server on plain TCP, as {@link openRawSession} takes it. */
export interface TestServer {
  readonly port: number;
  readonly connect: () => Socket;
  readonly close: () => Promise<void>;
}

/** Serves with sessions of this package. A handler that rejects breaks off its response. */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const { handler, maxStreams = 250, requestTimeout: unread = 30_000 } = options;
  const sockets = new Set<Socket>();
  const sessions = createSessions<Socket>({
    scheduler: createScheduler(TURN),
    maxStreams,
    times: { head: unread, unread, idle: unread },
    serve: (stream) => respond(stream, handler).catch(() => stream.abort()),
    onUse: () => undefined,
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    sessions.begin(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connect: () => connect({ port, host: '127.0.0.1' }),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

async function respond(stream: Stream, handler: TestServerOptions['handler']): Promise<void> {
  const { request } = stream;
  const gone = new AbortController();
  stream.onClose((isFinished) => (isFinished ? undefined : gone.abort()));
  const readBody = async (): Promise<Buffer> => (request.body === undefined ? Buffer.alloc(0) : collect(request.body));
  const { headers = {}, body } = await handler({ ...request, readBody, signal: gone.signal });
  stream.begin({ status: 200, headers });
  if (typeof body === 'string' || body instanceof Uint8Array) return stream.end(Buffer.from(body));
  for await (const part of body) await stream.write(part);
  await stream.end();
}
