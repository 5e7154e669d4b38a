import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket, type SecureContextOptions } from 'node:tls';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { SERVER_SECURE_OPTIONS } from '@pilothouse/runtime/certificates/secure-options.js';
import { STRICT_SERVER, strictRequests } from '@pilothouse/runtime/http1/strict-requests.js';
import { createLinkedQueue, type LinkedQueue } from '@pilothouse/runtime/linked-queue/linked-queue.js';
import { createBodyBudget } from '../../request/body-budget.js';
import type { Handler, RequestContext } from '../../request/context.js';
import { isLongRunning } from '../../request/info.js';
import { limitConnections, peerKey } from './connection-limit.js';
import { connectionTimes, guardConnections, sessionTimes, type Answer } from './connections.js';
import { http1Exchange } from './http1-exchange.js';
import { createFraming } from './http1-framing.js';
import { serveUpgrades } from './http1-upgrade.js';
import { http1Queue } from './http1-queue.js';
import { createScheduler, TURN } from '@pilothouse/http2/server/scheduler.js';
import { createSessions, type Chance, type Sessions } from '@pilothouse/http2/server/sessions.js';
import { createPeerReader, type ClientAuthorities } from './peer.js';
import { createTickBarrier, serve, type Caller, type Serving } from './serve.js';
import { spread } from './spread.js';
import { malformed, refuseUnreadable } from './unreadable.js';

export interface ListenerOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Serving certificate (PEM, followed by its intermediates) and key. Called for each {@link Listener.renew}. */
  readonly certificate: () => KeyPair;
  /** Authorities of client certificates. Called for each request. */
  readonly clientAuthorities: () => ClientAuthorities;
  readonly handler: Handler;
  /** Called for each failed TLS handshake. */
  readonly onHandshakeError?: () => void;
  /** Whether the server will close soon. Responses then tell clients not to reuse the connection. */
  readonly isEnding?: () => boolean;
  /** Milliseconds for a client to send a request, and to read some bytes of a response. */
  readonly requestTimeout: number;
  /** Maximum number of connections; no limit when absent. */
  readonly maxConnections?: number;
  /** Maximum number of concurrent streams of an HTTP/2 connection; 250 when 0 or absent. */
  readonly maxStreams?: number;
  /** Whether requests are queued by flow control. The listener then reads fewer further ones in a turn of the event loop. */
  readonly areWaiting: () => boolean;
  /** Probability that a response over HTTP/2 is followed by GOAWAY; 0 when absent. */
  readonly goAway?: Chance;
  /** Called at most every ten seconds when the connection limit is reached, or accept fails. */
  readonly onWarning?: (error: Error) => void;
  /** Connections that another process accepts at this host and port; the listener accepts them itself when absent. */
  readonly connections?: ConnectionSource;
}

/** Connections that another process accepts. */
export interface ConnectionSource {
  /** Passes connections from now on. */
  readonly begin: (accept: (socket: Socket) => void) => void;
  /** Resolves after the last connection. */
  readonly end: () => Promise<void>;
}

export interface Listener {
  readonly port: number;
  /** Applies the current certificate and authorities to new connections. */
  readonly renew: () => void;
  /** Stops accepting connections, ends long-running requests, and waits for active requests for `grace` milliseconds. */
  close(grace: number): Promise<void>;
}

/**
 * Long-running requests end over a period of time, so that their clients do not reconnect to other servers all at once. A new connection
 * and its watch take 5 ms of processor time in client and server, so that writes have the rest of two cores beside them.
 */
const ENDS = { each: 10, longest: 3000 };
/** Default of concurrent streams, as in Kubernetes. */
const DEFAULT_STREAMS = 250;

/** Serves HTTPS: HTTP/2 or HTTP/1.1, by ALPN. Rejects with Node's error if the address cannot be bound. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { isEnding = () => false, requestTimeout, handler } = options;
  const state: State = {
    active: createLinkedQueue(),
    bodies: createBodyBudget(),
    answers: createLinkedQueue(),
    connections: new Set(),
    sessions: new Set(),
    isClosed: false,
    handler,
    isClosing: () => state.isClosed,
    isEnding: () => state.isClosed || isEnding(),
    endOfTurn: createTickBarrier(),
  };
  const answersOn = (socket: Duplex): ServerResponse[] =>
    state.answers.all().flatMap(({ outgoing }) => (outgoing.req.socket === socket ? [outgoing] : []));
  const peerOf = createPeerReader(options.clientAuthorities);
  const callerOf = (socket: TLSSocket): Caller => ({
    peer: peerOf(socket),
    onAuthenticated: () => use.authenticated(socket),
  });
  const scheduler = createScheduler({ ...TURN, areWaiting: options.areWaiting });
  const begin = http1Queue(scheduler);
  const framing = createFraming();
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
      const answer: Answer = { outgoing, previous: undefined, next: undefined };
      state.answers.add(answer);
      outgoing.once('close', () => state.answers.remove(answer));
      const { socket } = incoming;
      const isOnly = (): boolean => unanswered(socket) === 1;
      const exchange = http1Exchange(incoming, outgoing, { isUpgrade: isUpgrade(incoming), framing, isOnly });
      const caller = callerOf(socket);
      begin(outgoing, () => void serve(exchange, caller, state));
    }, malformed),
  );
  const isUpgrade = serveUpgrades(server, (socket) => answersOn(socket).length > 0);
  // By default Node silently drops headers after the thousandth line. An authenticating proxy appends the user at the end.
  server.maxHeadersCount = 0;
  const { maxConnections: most = Infinity, onWarning = () => undefined } = options;
  const use = limitConnections(server, { most, onWarning });
  const unanswered = guardConnections(server, requestTimeout, use);
  const sessions = createSessions<TLSSocket>({
    scheduler,
    maxStreams: options.maxStreams || DEFAULT_STREAMS,
    times: sessionTimes(requestTimeout),
    ...(options.goAway && { goAway: options.goAway }),
    serve: (exchange, socket) => serve(exchange, callerOf(socket), state),
    onUse: (socket, isBusy, session) => (isBusy ? use.busy(socket, session) : use.idle(socket)),
  });
  chooseProtocol(server, state, sessions);
  server.on('secureConnection', (socket) => {
    if (peerOf(socket).certificate.type === 'verified') use.authenticated(socket);
  });
  // Failed handshakes are counted, not logged: clients often abort them.
  server.on('tlsClientError', (_error, socket) => {
    options.onHandshakeError?.();
    socket.destroy();
  });
  server.on('clientError', (error, socket) => {
    const isAnswered = answersOn(socket).some(({ headersSent }) => headersSent);
    refuseUnreadable(error, socket, isAnswered);
  });
  server.on('connection', (socket: Socket) => {
    state.connections.add(socket);
    socket.once('close', () => state.connections.delete(socket));
  });
  return {
    port: await open(server, options),
    renew: () => server.setSecureContext(secureContext(options)),
    async close(grace) {
      state.isClosed = true;
      await options.connections?.end();
      await close(server, state, sessions, grace);
    },
  };
}

/** Begins to take connections. Resolves to the port. */
async function open(server: Server, { host, port, connections }: ListenerOptions): Promise<number> {
  if (connections === undefined) {
    server.listen(port, host);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  // Node begins to check the timeouts of HTTP/1.1 connections at this event.
  server.emit('listening');
  connections.begin((socket) => server.emit('connection', socket.setNoDelay(true)));
  return port;
}

/** Passes connections with ALPN h2 to `sessions`. Node's own listener treats each connection as HTTP/1.1. */
function chooseProtocol(server: Server, { sessions: known }: State, sessions: Sessions<TLSSocket>): void {
  const http1 = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket) => {
    if (socket.alpnProtocol !== 'h2') {
      for (const listener of http1) Reflect.apply(listener, server, [socket]);
      return;
    }
    const key = peerKey(socket);
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
  /** Responses over HTTP/1.1 that are not complete. */
  readonly answers: LinkedQueue<Answer>;
  /** All TCP sockets, including those in the TLS handshake. */
  readonly connections: Set<Socket>;
  /** Keys of the HTTP/2 connections, which end by themselves. */
  readonly sessions: Set<string>;
  isClosed: boolean;
}

async function close(server: Server, state: State, sessions: Sessions<TLSSocket>, grace: number): Promise<void> {
  // Requests that have already arrived are read by the end of the next turn and answered. Otherwise the client would not know
  // whether a write was executed.
  await state.endOfTurn();
  await state.endOfTurn();
  const closed = [once(server, 'close'), ...[...state.connections].map(whenClosed)];
  server.close();
  const busy = new Set(
    state.answers
      .all()
      .map(({ outgoing }) => peerKey(outgoing.req.socket))
      .concat(...state.sessions),
  );
  endConnections(state, (socket) => !busy.has(peerKey(socket)));
  sessions.end();
  const timer = setTimeout(() => endConnections(state, () => true), grace);
  const endless = state.active
    .all()
    .map(({ context }) => context)
    .filter(isEndless);
  await spread(endless, (context) => context.abort(stopping()), ENDS);
  await Promise.all(closed);
  clearTimeout(timer);
}

/** The server does not count connections that another process has accepted. */
async function whenClosed(socket: Socket): Promise<void> {
  await new Promise((resolve) => socket.once('close', resolve));
}

/** Whether the request may last until the server or the client ends it. */
function isEndless({ observedInfo, request }: RequestContext): boolean {
  return isLongRunning(observedInfo) || request.upgraded !== undefined;
}

/** Error for a long-running request without a response yet, so that the client retries, with another server. */
function stopping(): StatusError {
  return new StatusError('ServiceUnavailable', 'the server is stopping', { details: { retryAfterSeconds: 1 } });
}

/** Node's closeIdleConnections treats connections without a request as busy, and does not know those in the TLS handshake. */
function endConnections({ connections }: State, isMeant: (socket: Socket) => boolean): void {
  for (const socket of connections) if (isMeant(socket)) socket.destroy();
}
