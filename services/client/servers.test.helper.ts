import { once } from 'node:events';
import { createServer as createHttp1Server, type IncomingHttpHeaders } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type SecureServerOptions,
  type ServerHttp2Stream,
  type Settings,
} from 'node:http2';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { testCertificate, type TestIssuer } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { httpsTransport, type HttpsTransportOptions } from './https-transport.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** The common part of requests and responses of both protocols. */
export interface Asked extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
  readonly socket: { readonly remotePort?: number | undefined };
}
export interface Answering {
  writeHead(status: number, headers?: Readonly<Record<string, string | string[]>>): unknown;
  write(chunk: string): boolean;
  end(chunk: string): unknown;
  once(event: 'close', listener: () => void): unknown;
}
export type Listener = (request: Asked, answer: Answering) => void;

export const PROTOCOLS = ['HTTP/1.1', 'HTTP/2'] as const;
export type ProtocolName = (typeof PROTOCOLS)[number];

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** The open connections, oldest first. */
  readonly connections: readonly TLSSocket[];
  /** The number of connections so far. */
  readonly count: () => number;
}

export type OnStream = (stream: ServerHttp2Stream, method: string, target: string) => void;
export interface Streaming extends Listening {
  readonly transport: Transport;
}

/** Starts servers and transports, and closes them all. */
export interface Workshop {
  /** Trusted by the transports of this workshop, for `localhost` and 127.0.0.1. */
  certificate(): Promise<TestIssuer>;
  plain(listener: Listener): Promise<string>;
  serve(protocol: ProtocolName, listener: Listener, options?: SecureServerOptions): Promise<Listening>;
  http2(options?: SecureServerOptions): Promise<Listening & { readonly server: Http2SecureServer }>;
  /** An HTTP/2-only server, and a transport to it. */
  streams(onStream: OnStream, settings?: Settings, options?: Partial<HttpsTransportOptions>): Promise<Streaming>;
  tcp(onConnection: (socket: Socket) => void): Promise<number>;
  connect(url: string, options?: Partial<HttpsTransportOptions>): Promise<Transport>;
  close(): Promise<void>;
}

export function openWorkshop(): Workshop {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const transports: Transport[] = [];
  let made: Promise<TestIssuer> | undefined;
  const certificate = (): Promise<TestIssuer> =>
    (made ??= testCertificate(
      { commonName: 'server' },
      { purpose: { type: 'server', hosts: ['127.0.0.1', 'localhost'] } },
    ));

  async function listen(server: Server): Promise<number> {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function secure(server: HttpsServer | Http2SecureServer): Promise<Listening> {
    const connections: TLSSocket[] = [];
    let count = 0;
    server.on('secureConnection', (socket: TLSSocket) => {
      count++;
      connections.push(socket);
      socket.once('close', () => connections.splice(connections.indexOf(socket), 1)).on('error', () => undefined);
    });
    const port = await listen(server);
    return { url: `https://127.0.0.1:${port}`, port, connections, count: () => count };
  }

  async function pair(): Promise<{ cert: string; key: string }> {
    const { certPem, keyPem } = await certificate();
    return { cert: certPem, key: keyPem };
  }

  async function http2(options: SecureServerOptions = {}): ReturnType<Workshop['http2']> {
    const server = createSecureServer({ ...(await pair()), ...options });
    // Clients may disconnect.
    server.on('sessionError', () => undefined);
    server.on('stream', (stream: ServerHttp2Stream) => stream.on('error', () => undefined));
    return { ...(await secure(server)), server };
  }

  async function connectTo(url: string, options: Partial<HttpsTransportOptions> = {}): Promise<Transport> {
    const { certPem } = await certificate();
    const transport = httpsTransport({ url, caPem: certPem, ...options });
    transports.push(transport);
    return transport;
  }

  return {
    certificate,
    async plain(listener) {
      return `http://127.0.0.1:${await listen(createHttp1Server(listener))}`;
    },
    async serve(protocol, listener, options = {}) {
      const all = { ...(await pair()), ...options };
      return secure(protocol === 'HTTP/2' ? createSecureServer(all, listener) : createHttpsServer(all, listener));
    },
    http2,
    async streams(onStream, settings = {}, options = {}) {
      const { server, ...listening } = await http2({ settings });
      server.on('stream', (stream: ServerHttp2Stream, headers) =>
        onStream(stream, String(headers[':method']), String(headers[':path'])),
      );
      return { ...listening, transport: await connectTo(listening.url, options) };
    },
    tcp: (onConnection) => listen(createTcpServer(onConnection)),
    connect: connectTo,
    async close() {
      await Promise.all(transports.splice(0).map((transport) => transport.close()));
      for (const server of servers.splice(0)) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A TCP relay that can drop all data. */
export async function relay(
  workshop: Workshop,
  port: () => number,
): Promise<{ readonly port: number; readonly swallow: () => void }> {
  const present = new Set<Socket>();
  const own = await workshop.tcp((near) => {
    const far = connect(port(), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      present.add(from);
      from.on('data', (chunk) => present.has(from) && to.write(chunk));
      from.on('error', () => undefined);
      from.once('close', () => to.destroy());
    }
  });
  return { port: own, swallow: () => present.clear() };
}

/** Resolves when a condition holds. Rejects after a few seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 5000 && !holds(); i++) await pause(1);
  if (!holds()) throw new Error('the condition did not become true');
}

export function sendRequest(
  transport: Transport,
  method: string,
  target = '/',
  more: Partial<TransportRequest> = {},
): Promise<TransportResponse> {
  return transport.request({ method, target, headers: {}, ...more });
}

export async function text(body: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.from(await collect(body)).toString();
}

export async function textOf(answer: Promise<TransportResponse>): Promise<string> {
  return text((await answer).body);
}
