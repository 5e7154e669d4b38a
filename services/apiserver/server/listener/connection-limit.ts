import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { createConnectionTable, type ConnectionEvent, type ConnectionSlot } from './connection-table.js';

/** File descriptors reserved for files, the store and other programs. */
const RESERVED = { least: 32, part: 0.1 };
/** Milliseconds between two reports. */
const REPORT_PERIOD = 10_000;
/** Milliseconds for an evicted connection to deliver data that was already sent. */
const LINGER = 5000;
/** Maximum number of evicted connections that still deliver data. */
const MAX_LEAVING = 16;
/**
 * Milliseconds without progress after which a connection is stalled, while response bytes are buffered for it. Progress is
 * measured in steps of one write, so a slow authenticated client gets more time.
 */
const STALL_TIMEOUT = { anonymous: 5000, authenticated: 30_000 };
/** Milliseconds between two checks for stalled connections. */
const CHECK_INTERVAL = 1000;
/** Fraction of taken slots from which stalled connections are checked for. */
const CHECK_FROM = 0.5;
/** States of connections that can be stalled. */
const SENDING = [
  ['anonymousBusy', STALL_TIMEOUT.anonymous],
  ['anonymousStalled', STALL_TIMEOUT.anonymous],
  ['busy', STALL_TIMEOUT.authenticated],
  ['stalled', STALL_TIMEOUT.authenticated],
] as const;

/** Maximum number of connections of this process, from its file descriptor limit; Infinity if that is unknown. */
export function possibleConnections(limits: () => string = systemLimits): number {
  const soft = /^Max open files\s+(\d+)/m.exec(limits())?.[1];
  if (soft === undefined) return Infinity;
  const files = Number(soft);
  return Math.max(1, files - Math.max(RESERVED.least, Math.ceil(files * RESERVED.part)));
}

/** The limits of this process on Linux; empty on other systems. */
function systemLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return '';
  }
}

export interface ConnectionLimit {
  /** The maximum number of connections. */
  readonly most: number;
  /** Called at most every ten seconds, when a connection is evicted or refused, or accept fails. */
  readonly onWarning: (error: Error) => void;
  /** Clock in milliseconds. */
  readonly now?: () => number;
  /** Milliseconds between two checks for stalled connections; 1,000 when absent. */
  readonly checkInterval?: number;
}

/** Sending side of a connection. */
export interface AnswerFlow {
  /** Ends the connection. If no request is in progress, sent data is still delivered. */
  readonly end: () => void;
  /**
   * Number of bytes that the client has received, from an arbitrary origin; undefined if no response bytes are buffered. The
   * number can decrease for other reasons, but exceeds its previous maximum only when the client receives more.
   */
  readonly taken: () => number | undefined;
}

/** Reports of the transports about their connections. Reports about evicted connections are ignored. */
export interface ConnectionUse {
  /** The client certificate is verified, or a request is authenticated as a user other than the anonymous user. */
  readonly authenticated: (socket: Socket) => void;
  /** The first of several requests begins. */
  readonly busy: (socket: Socket, flow: AnswerFlow) => void;
  /** The last request in progress ends. */
  readonly idle: (socket: Socket) => void;
}

interface Connection {
  /** TCP socket below TLS. */
  readonly socket: Socket;
  /** Undefined before the first request. */
  flow: AnswerFlow | undefined;
  /** Maximum of `flow.taken()` while response bytes are buffered; -Infinity if none are. */
  taken: number;
  /** Time of the last increase of `taken`. */
  movedAt: number;
}

/**
 * Limits the number of connections. `connection-table.ts` decides which connection is evicted for a new one. A new connection is
 * refused only when all others are busy, authenticated and not stalled. Errors of accept are reported.
 */
export function limitConnections(
  server: Server,
  { most, onWarning, now = () => performance.now(), checkInterval = CHECK_INTERVAL }: ConnectionLimit,
): ConnectionUse {
  const table = createConnectionTable<Connection>(most);
  const slots = new Map<string, ConnectionSlot<Connection>>();
  const leaving = new Set<Socket>();
  let timer: NodeJS.Timeout | undefined;
  let reported = Number.NEGATIVE_INFINITY;

  const report = (error: Error): void => {
    if (now() - reported < REPORT_PERIOD) return;
    reported = now();
    onWarning(error);
  };
  function closeEvicted({ socket, flow }: Connection): void {
    if (flow === undefined) socket.destroy();
    else flow.end();
    if (socket.destroyed) return;
    leaving.add(socket);
    setTimeout(() => socket.destroy(), LINGER).unref();
    const [oldest] = leaving;
    if (leaving.size <= MAX_LEAVING || oldest === undefined) return;
    leaving.delete(oldest);
    oldest.destroy();
  }
  function apply(slot: ConnectionSlot<Connection>, event: ConnectionEvent): void {
    const evicted = table.on(slot, event);
    if (evicted === undefined) return;
    report(new Error(`anonymous clients hold their share of ${most} connections`));
    closeEvicted(evicted);
  }
  function check(): void {
    if (table.size() <= most * CHECK_FROM) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    const time = now();
    const candidates = SENDING.flatMap(([state, stallTimeout]) =>
      table.inState(state).map((slot) => ({ slot, stallTimeout })),
    );
    for (const { slot, stallTimeout } of candidates) {
      apply(slot, stalledFor(slot.connection, time) < stallTimeout ? 'move' : 'stall');
    }
  }

  server.on('connection', (socket: Socket) => {
    const arrival = table.arrive({ socket, flow: undefined, taken: -Infinity, movedAt: 0 });
    if (arrival.type === 'refused' || arrival.evicted !== undefined) {
      report(new Error(`all ${most} connections are in use`));
    }
    if (arrival.type === 'refused') {
      socket.destroy();
      return;
    }
    const { slot, evicted } = arrival;
    const key = peerKey(socket);
    slots.set(key, slot);
    socket.once('close', () => {
      leaving.delete(socket);
      table.leave(slot);
      if (slots.get(key) === slot) slots.delete(key);
    });
    if (evicted !== undefined) closeEvicted(evicted);
    if (table.size() > most * CHECK_FROM) timer ??= setInterval(check, checkInterval).unref();
  });
  server.once('close', () => clearInterval(timer));
  // Earlier errors concern the address, and reject listen().
  server.once('listening', () => server.on('error', report));

  const on = (socket: Socket, event: ConnectionEvent): void => {
    const slot = slots.get(peerKey(socket));
    if (slot !== undefined) apply(slot, event);
  };
  return {
    authenticated: (socket) => on(socket, 'authenticate'),
    busy(socket, flow) {
      const slot = slots.get(peerKey(socket));
      if (slot === undefined) return;
      Object.assign(slot.connection, { flow, taken: -Infinity });
      apply(slot, 'ask');
    },
    idle: (socket) => on(socket, 'rest'),
  };
}

/** Milliseconds without progress of the buffered response bytes, as seen by the calls of this function. */
function stalledFor(connection: Connection, time: number): number {
  const taken = connection.flow?.taken();
  if (taken === undefined || taken > connection.taken) {
    connection.taken = taken ?? -Infinity;
    connection.movedAt = time;
  }
  return time - connection.movedAt;
}

/** Key of a connection. A TCP socket and the TLS socket on top have the same key. */
export function peerKey({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
