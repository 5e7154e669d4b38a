import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { createConnectionTable, type ConnectionEvent, type ConnectionSlot } from './connection-table.js';

/** File descriptors reserved for files, the store and other programs. */
const RESERVED = { least: 32, part: 0.1 };
/** Milliseconds between two reports. */
const REPORT_PERIOD = 10_000;
/** Milliseconds for an evicted connection to deliver what was sent on it. */
const LINGER = 5000;
/** The number of evicted connections that may exist in addition to those in the table. */
const MOST_LEAVING = 16;
/**
 * Milliseconds after which a connection is stalled when no byte of a waiting answer is taken. Progress is seen in steps of
 * one write, so that an authenticated client which reads slowly gets more time.
 */
const STALLED_AFTER = { anonymous: 5000, authenticated: 30_000 };
/** Milliseconds between two searches for stalled connections. */
const LOOK_EVERY = 1000;
/** Stalled connections are searched for when more than this part of the slots is taken. */
const CROWDED = 0.5;
/** The states of connections that can be stalled. */
const SENDING = [
  ['anonymousBusy', STALLED_AFTER.anonymous],
  ['anonymousStalled', STALLED_AFTER.anonymous],
  ['busy', STALLED_AFTER.authenticated],
  ['stalled', STALLED_AFTER.authenticated],
] as const;

/** How many connections this process can have; Infinity where the system does not tell. */
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
  /** Called at most every ten seconds: when a connection is evicted or refused, or the system accepts no more. */
  readonly onTrouble: (error: Error) => void;
  /** In milliseconds. */
  readonly now?: () => number;
  /** Milliseconds between two searches for stalled connections; 1,000 when absent. */
  readonly lookEvery?: number;
}

/** How the answers of one connection are sent. */
export interface AnswerFlow {
  /** Ends the connection. A client whose requests are all answered still gets what was sent to it. */
  readonly end: () => void;
  /**
   * The number of bytes that the client has taken, of any beginning, when bytes of an answer wait for it; undefined when none
   * wait. The number can go down for other reasons, but only exceeds its former maximum when the client takes more.
   */
  readonly taken: () => number | undefined;
}

/** What transports report of their connections. A connection that was evicted is ignored. */
export interface ConnectionUse {
  /** The client certificate is verified, or a request is authenticated as other than the anonymous user. */
  readonly authenticated: (socket: Socket) => void;
  /** The first of several requests begins. */
  readonly busy: (socket: Socket, flow: AnswerFlow) => void;
  /** The last request in progress ends. */
  readonly idle: (socket: Socket) => void;
}

interface Connection {
  /** Below TLS. */
  readonly socket: Socket;
  /** Undefined before the first request. */
  flow: AnswerFlow | undefined;
  /** The maximum of what was taken of the answers that wait now; -Infinity when none wait. */
  taken: number;
  /** When it grew. */
  movedAt: number;
}

/**
 * Bounds the number of connections. `connection-table.ts` decides which connection is evicted for a newcomer. A newcomer is
 * refused only when all connections are busy, authenticated and not stalled. Errors of accepting a connection are reported.
 */
export function limitConnections(
  server: Server,
  { most, onTrouble, now = () => performance.now(), lookEvery = LOOK_EVERY }: ConnectionLimit,
): ConnectionUse {
  const table = createConnectionTable<Connection>(most);
  const slots = new Map<string, ConnectionSlot<Connection>>();
  const leaving = new Set<Socket>();
  let timer: NodeJS.Timeout | undefined;
  let reported = Number.NEGATIVE_INFINITY;

  const report = (error: Error): void => {
    if (now() - reported < REPORT_PERIOD) return;
    reported = now();
    onTrouble(error);
  };
  function dismiss({ socket, flow }: Connection): void {
    if (flow === undefined) socket.destroy();
    else flow.end();
    if (socket.destroyed) return;
    leaving.add(socket);
    setTimeout(() => socket.destroy(), LINGER).unref();
    const [oldest] = leaving;
    if (leaving.size <= MOST_LEAVING || oldest === undefined) return;
    leaving.delete(oldest);
    oldest.destroy();
  }
  function apply(slot: ConnectionSlot<Connection>, event: ConnectionEvent): void {
    const evicted = table.on(slot, event);
    if (evicted === undefined) return;
    report(new Error(`anonymous clients hold their share of ${most} connections`));
    dismiss(evicted);
  }
  function look(): void {
    if (table.size() <= most * CROWDED) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    const time = now();
    const looks = SENDING.flatMap(([state, patience]) => table.inState(state).map((slot) => ({ slot, patience })));
    for (const { slot, patience } of looks) {
      apply(slot, stuckFor(slot.connection, time) < patience ? 'move' : 'stall');
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
    const key = otherEnd(socket);
    slots.set(key, slot);
    socket.once('close', () => {
      leaving.delete(socket);
      table.leave(slot);
      if (slots.get(key) === slot) slots.delete(key);
    });
    if (evicted !== undefined) dismiss(evicted);
    if (table.size() > most * CROWDED) timer ??= setInterval(look, lookEvery).unref();
  });
  server.once('close', () => clearInterval(timer));
  // Errors before that concern the address, and reject the call that listens.
  server.once('listening', () => server.on('error', report));

  const on = (socket: Socket, event: ConnectionEvent): void => {
    const slot = slots.get(otherEnd(socket));
    if (slot !== undefined) apply(slot, event);
  };
  return {
    authenticated: (socket) => on(socket, 'authenticate'),
    busy(socket, flow) {
      const slot = slots.get(otherEnd(socket));
      if (slot === undefined) return;
      Object.assign(slot.connection, { flow, taken: -Infinity });
      apply(slot, 'ask');
    },
    idle: (socket) => on(socket, 'rest'),
  };
}

/** Milliseconds for which no byte of the connection's waiting answers was taken, as far as this function was called. */
function stuckFor(connection: Connection, time: number): number {
  const taken = connection.flow?.taken();
  if (taken === undefined || taken > connection.taken) {
    connection.taken = taken ?? -Infinity;
    connection.movedAt = time;
  }
  return time - connection.movedAt;
}

/** Identifies a connection: its socket and the TLS socket on top have the same one. */
export function otherEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
