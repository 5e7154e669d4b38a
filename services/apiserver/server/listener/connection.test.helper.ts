import { once } from 'node:events';
import { Agent as Http1Agent, request as http1Request, type IncomingMessage } from 'node:http';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { listen, type Listener, type ListenerOptions } from './listener.js';

/** Listens on a free port, and trusts no client certificate. A request has a minute. */
export function startListener(
  options: Pick<ListenerOptions, 'certificate' | 'handler'> & Partial<ListenerOptions>,
): Promise<Listener> {
  const clientAuthorities = (): ReturnType<ListenerOptions['clientAuthorities']> => ({ users: [], proxies: [] });
  return listen({
    host: '127.0.0.1',
    port: 0,
    clientAuthorities,
    requestTimeout: 60_000,
    areWaiting: () => false,
    ...options,
  });
}

export const TRANSPORTS = ['HTTP/1.1', 'HTTP/2'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface TestRequest {
  readonly method?: string;
  /** Several values of a name are sent as several header lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** A connection over HTTP/1.1 or HTTP/2. */
export interface TestConnection {
  readonly socket: TLSSocket;
  /** Present for HTTP/2. */
  readonly session?: ClientHttp2Session;
  /** Resolves with the complete response. Rejects if it breaks off. */
  readonly ask: (path: string, request?: TestRequest) => Promise<TestAnswer>;
  /** Resolves with the body as a stream. */
  readonly open: (path: string, request?: TestRequest) => Promise<AsyncIterable<Buffer>>;
  readonly ended: Promise<unknown>;
}

export async function openConnection(
  transport: TransportName,
  options: ConnectionOptions & { readonly port: number },
): Promise<TestConnection> {
  const ALPNProtocols = [transport === 'HTTP/2' ? 'h2' : 'http/1.1'];
  const socket = connect({ host: '127.0.0.1', ALPNProtocols, ...options });
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'secureConnect');
  const session = transport === 'HTTP/2' ? await beginSession(socket) : undefined;
  const begin = session === undefined ? http1(socket) : http2(session);
  return {
    socket,
    ...(session && { session }),
    ended,
    open: async (path, request = {}) => (await begin(path, request)).body,
    async ask(path, request = {}) {
      const { status, headers, body } = await begin(path, request);
      const parts: Buffer[] = [];
      for await (const part of body) parts.push(part);
      return { status, headers, text: Buffer.concat(parts).toString() };
    },
  };
}

interface Beginning {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: AsyncIterable<Buffer>;
}

type Begin = (path: string, request: TestRequest) => Promise<Beginning>;

function http1(socket: TLSSocket): Begin {
  const agent = Object.assign(new Http1Agent({ keepAlive: true, maxSockets: 1 }), { createConnection: () => socket });
  return async (path, { method = 'GET', headers = {}, body }) => {
    const lines = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
    );
    const outgoing = http1Request({ path, method, headers: lines, agent });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, body: response };
  };
}

function http2(session: ClientHttp2Session): Begin {
  return async (path, { method = 'GET', headers = {}, body }) => {
    const lines = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()]));
    const stream = session.request({ ...lines, ':method': method, ':path': path }, { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
    const [answered] = (await once(stream, 'response')) as [Record<string, unknown>];
    return { status: Number(answered[':status']), headers: answered, body: stream };
  };
}

async function beginSession(socket: TLSSocket): Promise<ClientHttp2Session> {
  const session = connectHttp2('https://127.0.0.1', { createConnection: () => socket });
  session.on('error', () => undefined);
  await once(session, 'remoteSettings');
  return session;
}
