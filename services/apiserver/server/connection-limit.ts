import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';

/** File descriptors that are kept for all else: files, the store, other programs. */
const RESERVED = { least: 32, part: 0.1 };
/** Milliseconds for which one report of connections that could not be taken counts. */
const REPORT_PERIOD = 10_000;

/** How many connections this process can have; Infinity where the system does not say. */
export function possibleConnections(limits: () => string = systemLimits): number {
  const soft = /^Max open files\s+(\d+)/m.exec(limits())?.[1];
  if (soft === undefined) return Infinity;
  const files = Number(soft);
  return Math.max(1, files - Math.max(RESERVED.least, Math.ceil(files * RESERVED.part)));
}

/** As Linux tells of a process; nothing elsewhere. */
function systemLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return '';
  }
}

export interface ConnectionLimit {
  /** How many there may be. */
  readonly most: number;
  /** Told that connections cannot be taken, or make room for others, every ten seconds at most. */
  readonly onTrouble: (error: Error) => void;
  /** In milliseconds. */
  readonly now?: () => number;
}

/** What connections are used for. */
export interface ConnectionUse {
  /** There are requests of this one to be answered. */
  readonly busy: (socket: Socket) => void;
  /** There are none any more. */
  readonly idle: (socket: Socket) => void;
}

/**
 * Bounds how many connections there are. A newcomer takes the place of whoever has been quiet for longest: of those that have
 * asked nothing yet, or else of those whose requests are all answered. Where all are busy, it is closed itself. What the
 * system refuses to accept is told of, and is no reason to end.
 */
export function limitConnections(
  server: Server,
  { most, onTrouble, now = () => performance.now() }: ConnectionLimit,
): ConnectionUse {
  /** Those below TLS, by their other end: the longest quiet first. */
  const silent = new Map<string, Socket>();
  const idle = new Map<string, Socket>();
  const busy = new Map<string, Socket>();
  let reported = Number.NEGATIVE_INFINITY;
  const report = (error: Error): void => {
    if (now() - reported < REPORT_PERIOD) return;
    reported = now();
    onTrouble(error);
  };
  server.on('connection', (socket: Socket) => {
    const key = otherEnd(socket);
    socket.once('close', () => {
      for (const connections of [silent, idle, busy]) if (connections.get(key) === socket) connections.delete(key);
    });
    if (silent.size + idle.size + busy.size >= most) {
      report(new Error(`there are ${most} connections, and may be no more`));
      const quiet = silent.size > 0 ? silent : idle;
      const [oldest] = quiet;
      if (oldest === undefined) {
        socket.destroy();
        return;
      }
      quiet.delete(oldest[0]);
      oldest[1].destroy();
    }
    silent.set(key, socket);
  });
  // What is wrong before that is for whoever wanted it to listen.
  server.once('listening', () => server.on('error', report));
  const move = (socket: Socket, from: readonly Map<string, Socket>[], to: Map<string, Socket>): void => {
    const key = otherEnd(socket);
    for (const connections of from) {
      const known = connections.get(key);
      if (known === undefined) continue;
      connections.delete(key);
      to.set(key, known);
    }
  };
  return {
    busy: (socket) => move(socket, [silent, idle], busy),
    idle: (socket) => move(socket, [busy], idle),
  };
}

/** The same for a connection and for the TLS in it. */
export function otherEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
