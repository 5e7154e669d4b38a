import type { Socket } from 'node:net';
import { createWriteBuffers } from '../protocol/write-buffers.js';
import type { Scheduler } from './scheduler.js';
import { beginSession, type Session, type SessionTimes } from './session.js';
import type { Stream } from './stream.js';

export interface Chance {
  /** From 0 to 1. */
  readonly chance: number;
  /** Returns an integer from 0 up to but not including `limit`. */
  readonly random: (limit: number) => number;
}

export interface SessionsOptions<S extends Socket> {
  /** Divides event loop turns among connections. */
  readonly scheduler: Scheduler;
  /** Concurrent requests of one connection. */
  readonly maxStreams: number;
  readonly times: SessionTimes;
  /** The probability of a GOAWAY with each response; 0 when absent. */
  readonly goAway?: Chance;
  /** Never rejects. */
  readonly serve: (stream: Stream, socket: S) => Promise<void>;
  /** Called when the first request of a connection starts, and when the last one ends. */
  readonly onUse: (socket: S, isBusy: boolean, session: Session) => void;
  /** Milliseconds between checks of the timeouts. */
  readonly checkInterval?: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

/** The HTTP/2 connections of a listener. */
export interface Sessions<S extends Socket> {
  readonly begin: (socket: S) => void;
  /** Graceful shutdown: accepted requests are served, and each connection ends after its last response. */
  readonly end: () => void;
}

const CHECK_INTERVAL = 1000;
const CHANCES = 1_000_000;

export function createSessions<S extends Socket>(options: SessionsOptions<S>): Sessions<S> {
  const { serve, onUse, maxStreams, times, goAway, scheduler } = options;
  const { checkInterval = CHECK_INTERVAL, now = () => performance.now(), clock = Date.now } = options;
  const sessions = new Set<Session>();
  const date = httpDate(clock);
  const buffers = createWriteBuffers();
  let isEnding = false;
  let timer: NodeJS.Timeout | undefined;
  const checkAll = (): void => {
    for (const session of sessions) session.checkTimeouts();
  };
  return {
    begin(socket) {
      const session = beginSession({
        socket,
        scheduler,
        buffers,
        maxStreams,
        times,
        now,
        date,
        serve: (stream) => serve(stream, socket),
        onUse: (isBusy) => onUse(socket, isBusy, session),
        shouldGoAway: () => goAway !== undefined && happens(goAway),
      });
      sessions.add(session);
      timer ??= setInterval(checkAll, Math.min(checkInterval, times.head)).unref();
      socket.once('close', () => {
        sessions.delete(session);
        if (sessions.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
      if (isEnding) session.end();
    },
    end() {
      isEnding = true;
      for (const session of sessions) session.end();
    },
  };
}

/** Formats the date at most once a second. */
function httpDate(clock: () => number): () => string {
  let second = 0;
  let text = '';
  return () => {
    const present = Math.floor(clock() / 1000);
    if (present !== second) {
      second = present;
      text = new Date(present * 1000).toUTCString();
    }
    return text;
  };
}

function happens({ chance, random }: Chance): boolean {
  return chance > 0 && random(CHANCES) < chance * CHANCES;
}
