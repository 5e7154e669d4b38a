import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket, type SecureContextOptions } from 'node:tls';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { SERVER_SECURE_OPTIONS } from '@pilothouse/runtime/certificates/secure-options.js';
import { STRICT_SERVER, strictRequests } from '@pilothouse/runtime/http1/strict-requests.js';
import { createBodyBudget } from '../request/body-budget.js';
import type { Handler } from '../request/context.js';
import { isWatch } from '../request/info.js';
import { limitConnections, otherEnd } from './connection-limit.js';
import { connectionTimes, guardConnections, sessionTimes } from './connections.js';
import { http1Exchange } from './http1-exchange.js';
import { http1Queue } from './http1-queue.js';
import { createScheduler, TURN } from './http2/scheduler.js';
import { createSessions, type Chance, type Sessions } from './http2/sessions.js';
import { createPeerReader, type ClientAuthorities } from './peer.js';
import { createTickBarrier, serve, type Caller, type Serving } from './serve.js';
import { spread } from './spread.js';
import { malformed, refuseUnreadable } from './unreadable.js';

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
  /** How many requests may be under way on one connection that speaks HTTP/2; 250 when 0 or absent. */
  readonly maxStreams?: number;
  /** The chance, with each answer over HTTP/2, that its client is told to connect anew; none when absent. */
  readonly goAway?: Chance;
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

/** Watches that end together come back together, to those that are left. */
const WATCH_ENDS = { each: 2, longest: 3000 };
/** As in Kubernetes. */
const MOST_STREAMS = 250;

/** Serves HTTPS: HTTP/2 where the client speaks it, else HTTP/1.1. Rejects with Node's error when the address cannot be had. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { isEnding = () => false, requestTimeout, handler } = options;
  const state: State = {
    active: new Set(),
    bodies: createBodyBudget(),
    answers: new Set(),
    connections: new Set(),
    sessions: new Set(),
    isClosed: false,
    handler,
    isClosing: () => state.isClosed,
    isEnding: () => state.isClosed || isEnding(),
    endOfTurn: createTickBarrier(),
  };
  const peerOf = createPeerReader(options.clientAuthorities);
  const callerOf = (socket: TLSSocket): Caller => ({
    peer: peerOf(socket),
    onAuthenticated: () => use.authenticated(socket),
  });
  const scheduler = createScheduler(TURN);
  const begin = http1Queue(scheduler);
  const server = createServer(
    {
      ...secureContext(options),
      requestCert: true,
      rejectUnauthorized: false,
      ALPNProtocols: ['h2', 'http/1.1'],
      maxHeaderSize: 64 * 1024,
      ...connectionTimes(requestTimeout),
      noDelay: true,
      ...STRICT_SERVER,
    },
    strictRequests((incoming, outgoing) => {
      if (!(incoming.socket instanceof TLSSocket)) return incoming.destroy();
      state.answers.add(outgoing);
      outgoing.once('close', () => state.answers.delete(outgoing));
      const exchange = http1Exchange(incoming, outgoing);
      const caller = callerOf(incoming.socket);
      begin(outgoing, () => void serve(exchange, caller, state));
    }, malformed),
  );
  // Node drops what comes after the thousandth line in silence: what a proxy adds at the end says as whom a request is made.
  server.maxHeadersCount = 0;
  const { maxConnections: most = Infinity, onTrouble = () => undefined } = options;
  const use = limitConnections(server, { most, onTrouble });
  guardConnections(server, requestTimeout, use);
  const sessions = createSessions({
    scheduler,
    maxStreams: options.maxStreams || MOST_STREAMS,
    times: sessionTimes(requestTimeout),
    ...(options.goAway && { goAway: options.goAway }),
    serve: (exchange, socket) => serve(exchange, callerOf(socket), state),
    onUse: (socket, isBusy, session) => (isBusy ? use.busy(socket, session) : use.idle(socket)),
  });
  chooseProtocol(server, state, sessions);
  server.on('secureConnection', (socket) => {
    if (peerOf(socket).certificate.type === 'verified') use.authenticated(socket);
  });
  // Clients break off handshakes and connections all the time; that is their business.
  server.on('tlsClientError', (_error, socket) => {
    options.onHandshakeError?.();
    socket.destroy();
  });
  server.on('clientError', (error, socket) => {
    const isAnswered = [...state.answers].some(({ req, headersSent }) => req.socket === socket && headersSent);
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
    close: (grace) => close(server, state, sessions, grace),
  };
}

/** Node's own listener takes every connection for one that speaks HTTP/1.1. */
function chooseProtocol(server: Server, { sessions: known }: State, sessions: Sessions): void {
  const http1 = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket) => {
    if (socket.alpnProtocol !== 'h2') {
      for (const listener of http1) Reflect.apply(listener, server, [socket]);
      return;
    }
    const key = otherEnd(socket);
    known.add(key);
    socket.once('close', () => known.delete(key));
    sessions.begin(socket);
  });
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

interface State extends Serving {
  /** What answers requests over HTTP/1.1. */
  readonly answers: Set<ServerResponse>;
  /** All of them as they are below TLS, those in their handshake included. */
  readonly connections: Set<Socket>;
  /** The other ends of those that speak HTTP/2, and end by themselves. */
  readonly sessions: Set<string>;
  isClosed: boolean;
}

async function close(server: Server, state: State, sessions: Sessions, grace: number): Promise<void> {
  state.isClosed = true;
  // What has come by now is read, by the end of the next turn, and answered: else its client would not know what became of it.
  await state.endOfTurn();
  await state.endOfTurn();
  const closed = once(server, 'close');
  server.close();
  const busy = new Set([...state.answers].map(({ req }) => otherEnd(req.socket)).concat(...state.sessions));
  endConnections(state, (socket) => !busy.has(otherEnd(socket)));
  sessions.end();
  const timer = setTimeout(() => endConnections(state, () => true), grace);
  const watches = [...state.active].filter(({ observedInfo }) => isWatch(observedInfo));
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
