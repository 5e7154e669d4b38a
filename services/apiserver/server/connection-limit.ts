import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';

/** File descriptors that are kept for all else: files, the store, other programs. */
const RESERVED = { least: 32, part: 0.1 };
/** Milliseconds for which one report of connections that could not be taken counts. */
const REPORT_PERIOD = 10_000;
/** Milliseconds for the end of an answer to come to a client that makes room for another. */
const LINGER = 5000;
/** So many may be on their way out at a time, besides those that there may be. */
const MOST_LEAVING = 16;

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
  /** There are none any more. `end` ends the connection so that its client gets all that was sent to it. */
  readonly idle: (socket: Socket, end: () => void) => void;
}

interface Connection {
  /** Below TLS. */
  readonly socket: Socket;
  readonly end: () => void;
}

/**
 * Bounds how many connections there are. A newcomer takes the place of whoever has been quiet for longest: of those that have
 * asked nothing yet, or else of those whose requests are all answered, who still get what is on its way to them. Where all are
 * busy, it is closed itself. What the system refuses to accept is told of, and is no reason to end.
 */
export function limitConnections(
  server: Server,
  { most, onTrouble, now = () => performance.now() }: ConnectionLimit,
): ConnectionUse {
  /** By their other end, the longest quiet first. */
  const silent = new Map<string, Connection>();
  const idle = new Map<string, Connection>();
  const busy = new Map<string, Connection>();
  const leaving = new Set<Socket>();
  let reported = Number.NEGATIVE_INFINITY;
  const report = (error: Error): void => {
    if (now() - reported < REPORT_PERIOD) return;
    reported = now();
    onTrouble(error);
  };
  const dismiss = ({ socket, end }: Connection): void => {
    end();
    if (socket.destroyed) return;
    leaving.add(socket);
    setTimeout(() => socket.destroy(), LINGER).unref();
    const [oldest] = leaving;
    if (leaving.size <= MOST_LEAVING || oldest === undefined) return;
    leaving.delete(oldest);
    oldest.destroy();
  };
  server.on('connection', (socket: Socket) => {
    const key = otherEnd(socket);
    socket.once('close', () => {
      leaving.delete(socket);
      for (const connections of [silent, idle, busy])
        if (connections.get(key)?.socket === socket) connections.delete(key);
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
      dismiss(oldest[1]);
    }
    silent.set(key, { socket, end: () => void socket.destroy() });
  });
  // What is wrong before that is for whoever wanted it to listen.
  server.once('listening', () => server.on('error', report));
  return {
    busy(socket) {
      const key = otherEnd(socket);
      const known = silent.get(key) ?? idle.get(key);
      if (known === undefined) return;
      silent.delete(key);
      idle.delete(key);
      busy.set(key, known);
    },
    idle(socket, end) {
      const key = otherEnd(socket);
      const known = busy.get(key);
      if (known === undefined) return;
      busy.delete(key);
      idle.set(key, { socket: known.socket, end });
    },
  };
}

/** The same for a connection and for the TLS in it. */
export function otherEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
