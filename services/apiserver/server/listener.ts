import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket, type SecureContextOptions } from 'node:tls';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { SERVER_SECURE_OPTIONS } from '@pilothouse/runtime/certificates/secure-options.js';
import { RequestContext, type Handler, type Peer } from '../request/context.js';
import { isStream, lengthOf, type Response } from '../request/response.js';
import { limitConnections, otherEnd } from './connection-limit.js';
import { connectionTimes, guardConnections } from './connections.js';
import { createPeerReader, type ClientAuthorities } from './peer.js';
import { spread } from './spread.js';
import { refuseUnreadable } from './unreadable.js';

export interface ListenerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The certificate (PEM, followed by its intermediates) and its key, asked for whenever {@link Listener.renew} is called. */
  readonly certificate: () => KeyPair;
  /** Whose client certificates are accepted, asked for at every request. */
  readonly clientAuthorities: () => ClientAuthorities;
  readonly handler: Handler;
  /** Told of each connection whose TLS handshake fails. */
  readonly onHandshakeError?: () => void;
  /** Whether the server is about to close: clients are told with each answer not to use the connection again. Never, when absent. */
  readonly isEnding?: () => boolean;
  /** Milliseconds that a client may take to send a request, and to take some of what is sent to it. */
  readonly requestTimeout: number;
  /** How many connections there may be; any number when absent. */
  readonly maxConnections?: number;
  /** Told, now and then, that there are too many connections or that the system gives no more. */
  readonly onTrouble?: (error: Error) => void;
}

export interface Listener {
  readonly port: number;
  /** Has new connections show the present certificate, and tell clients of the present authorities. */
  readonly renew: () => void;
  /** Takes no more connections, ends watches, and gives requests under way so many milliseconds to finish. */
  close(grace: number): Promise<void>;
}

/** Larger bodies are sent in parts, as the client takes them. With the head it stays below a socket's high-water mark. */
const ONE_WRITE_BYTES = 12 * 1024;
const PART_BYTES = 256 * 1024;
/** Watches that end together come back together, to those that are left. */
const WATCH_ENDS = { each: 2, longest: 3000 };
/** The status that has no body, and says nothing of its length. */
const NOT_MODIFIED = 304;
/** Milliseconds for a client to read the answer to a request that was refused before all of it was read. */
const LINGER = 1000;

/** Serves HTTPS. Rejects with Node's error when the address cannot be had. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { isEnding = () => false } = options;
  const state: State = {
    active: new Map(),
    connections: new Set(),
    isClosing: false,
    isEnding: () => state.isClosing || isEnding(),
    endOfTurn: createTurns(),
  };
  const peerOf = createPeerReader(options.clientAuthorities);
  const server = createServer(
    {
      ...secureContext(options),
      requestCert: true,
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
      maxHeaderSize: 64 * 1024,
      ...connectionTimes(options.requestTimeout),
      noDelay: true,
    },
    (incoming, outgoing) => {
      if (!(incoming.socket instanceof TLSSocket)) return incoming.destroy();
      void serve(incoming, outgoing, peerOf(incoming.socket), options.handler, state);
    },
  );
  // Node drops what comes after the thousandth line in silence: what a proxy adds at the end says as whom a request is made.
  server.maxHeadersCount = 0;
  const { maxConnections: most = Infinity, onTrouble = () => undefined } = options;
  guardConnections(server, options.requestTimeout, limitConnections(server, { most, onTrouble }));
  // Clients break off handshakes and connections all the time; that is their business.
  server.on('tlsClientError', (_error, socket) => {
    options.onHandshakeError?.();
    socket.destroy();
  });
  server.on('clientError', (error, socket) => {
    const isAnswered = [...state.active.values()].some(({ req, headersSent }) => req.socket === socket && headersSent);
    refuseUnreadable(error, socket, isAnswered);
  });
  server.on('connection', (socket: Socket) => {
    state.connections.add(socket);
    socket.once('close', () => state.connections.delete(socket));
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    renew: () => server.setSecureContext(secureContext(options)),
    close: (grace) => close(server, state, grace),
  };
}

function secureContext({ certificate, clientAuthorities }: ListenerOptions): SecureContextOptions {
  const { users, proxies } = clientAuthorities();
  const { certPem, keyPem } = certificate();
  return {
    cert: certPem,
    key: keyPem,
    ca: [...users, ...proxies].map(String),
    secureOptions: SERVER_SECURE_OPTIONS,
  };
}

interface State {
  /** The requests under way, each with its answer. */
  readonly active: Map<RequestContext, ServerResponse>;
  /** All of them as they are below TLS, those in their handshake included. */
  readonly connections: Set<Socket>;
  isClosing: boolean;
  /** Whether it closes, or will before long. */
  readonly isEnding: () => boolean;
  readonly endOfTurn: () => Promise<void>;
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  peer: Peer,
  handler: Handler,
  state: State,
): Promise<void> {
  const { method = '', url = '', headers, rawHeaders } = incoming;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const body = hasBody ? incoming : undefined;
  const context = new RequestContext({ method, target: url, headers, rawHeaders, body, peer });
  state.active.set(context, outgoing);
  outgoing.once('close', () => {
    state.active.delete(context);
    if (!outgoing.writableFinished) context.abort(new Error('the client went away'));
    context.close();
  });
  try {
    const response = await handler(context);
    if (isTogether(response)) await state.endOfTurn();
    if (state.isEnding()) outgoing.shouldKeepAlive = false;
    if (hasBody && !incoming.complete) return await refuse(incoming, outgoing, response);
    if (isStream(response.body) && !isWatch(context)) endInTime(context, incoming.socket);
    await send(outgoing, response);
    if (state.isClosing) outgoing.once('finish', () => incoming.socket.destroySoon());
  } catch {
    // The answer cannot be finished: a broken connection tells the client so.
    incoming.destroy();
  }
}

/** A stream that is given up can no longer become an error: a broken connection tells the client of it. */
function endInTime({ signal }: RequestContext, socket: Socket): void {
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
}

/**
 * Answers a request whose body nobody has read. The connection stays open, and what comes is read and dropped, until all of
 * it is there or the client had time for its answer: closed at once, it would take the answer for a broken connection.
 */
async function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: Response,
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.byteLength });
  outgoing.write(bytes);
  incoming.resume();
  await Promise.race([once(incoming, 'close'), once(incoming, 'end'), delay(LINGER, undefined, { ref: false })]);
  outgoing.end();
  if (!incoming.complete) incoming.destroy();
}

/**
 * Makes a function that resolves once the present turn of the event loop has read all that came in. Answers that are
 * written together wake a client that waits for several of them only once: with 32 connections that nearly doubles what
 * one core answers.
 */
function createTurns(): () => Promise<void> {
  let end: Promise<void> | undefined;
  return () =>
    (end ??= new Promise((resolve) => {
      setImmediate(() => {
        end = undefined;
        resolve();
      });
    }));
}

/** A large answer takes turns enough of its own to be written. */
function isTogether({ body }: Response): boolean {
  return isStream(body) || lengthOf(body) <= ONE_WRITE_BYTES;
}

async function send(outgoing: ServerResponse, { status, headers, body }: Response): Promise<void> {
  if (isStream(body)) {
    outgoing.writeHead(status, headers);
    outgoing.flushHeaders();
    for await (const chunk of body) await write(outgoing, chunk);
    outgoing.end();
    return;
  }
  const length = lengthOf(body);
  outgoing.writeHead(status, status === NOT_MODIFIED ? headers : { ...headers, 'content-length': length });
  if (length <= ONE_WRITE_BYTES) {
    outgoing.end(body.length === 1 ? body[0] : Buffer.concat(body, length));
    return;
  }
  let last: Uint8Array = Buffer.alloc(0);
  for (const part of partsOf(body)) {
    if (last.byteLength > 0) await write(outgoing, last);
    last = part;
  }
  await endInTwo(outgoing, last);
}

/**
 * Holds the last bytes back until the others are gone. A request that comes on a connection whose buffer is still full
 * makes Node pause its parser, which takes the rest of that request for an error (HPE_PAUSED).
 */
async function endInTwo(outgoing: ServerResponse, part: Uint8Array): Promise<void> {
  const cut = Math.max(0, part.byteLength - ONE_WRITE_BYTES / 2);
  await flushed(outgoing, part.subarray(0, cut));
  outgoing.end(part.subarray(cut));
}

/** Chunks put together to parts of about the size of one write. */
function* partsOf(body: readonly Uint8Array[]): Generator<Uint8Array> {
  let part: Uint8Array[] = [];
  let length = 0;
  for (const chunk of body) {
    part.push(chunk);
    length += chunk.byteLength;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(part, length);
    part = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(part, length);
}

/** Resolves when the client has taken enough for more to be sent. Rejects when it went away. */
async function write(outgoing: ServerResponse, chunk: Uint8Array): Promise<void> {
  if (outgoing.destroyed) throw new Error('the client went away');
  if (outgoing.write(chunk)) return;
  await new Promise<void>((resolve, reject) => {
    const settle = (): void => {
      outgoing.off('drain', settle).off('close', settle);
      if (outgoing.destroyed) reject(new Error('the client went away'));
      else resolve();
    };
    outgoing.on('drain', settle).on('close', settle);
  });
}

/** Resolves when the system has taken the chunk, and all before it. Rejects when the client went away. */
async function flushed(outgoing: ServerResponse, chunk: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const onClose = (): void => reject(new Error('the client went away'));
    outgoing.once('close', onClose);
    outgoing.write(chunk, (error) => {
      outgoing.off('close', onClose);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function close(server: Server, state: State, grace: number): Promise<void> {
  state.isClosing = true;
  // What has come by now is read, by the end of the next turn, and answered: else its client would not know what became of it.
  await state.endOfTurn();
  await state.endOfTurn();
  const closed = once(server, 'close');
  server.close();
  const busy = new Set([...state.active.values()].map(({ req }) => otherEnd(req.socket)));
  endConnections(state, (socket) => !busy.has(otherEnd(socket)));
  const timer = setTimeout(() => endConnections(state, () => true), grace);
  const watches = [...state.active.keys()].filter(isWatch);
  await spread(watches, (context) => context.abort(stopping()), WATCH_ENDS);
  await closed;
  clearTimeout(timer);
}

/** Another server has what a watch wants that has not been answered yet. */
function stopping(): StatusError {
  return new StatusError('ServiceUnavailable', 'the server is stopping', { details: { retryAfterSeconds: 1 } });
}

/** Node itself takes a connection that has sent nothing yet for a busy one, and knows none that is in its handshake. */
function endConnections({ connections }: State, isMeant: (socket: Socket) => boolean): void {
  for (const socket of connections) if (isMeant(socket)) socket.destroy();
}

function isWatch(context: RequestContext): boolean {
  try {
    return context.info.verb === 'watch';
  } catch {
    return false;
  }
}
