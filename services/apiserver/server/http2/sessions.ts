import type { TLSSocket } from 'node:tls';
import type { Exchange } from '../exchange.js';
import type { Scheduler } from './scheduler.js';
import { beginSession, type Session, type SessionTimes } from './session.js';

export interface Chance {
  /** From 0 to 1. */
  readonly chance: number;
  /** A whole number from 0 on, below its limit. */
  readonly random: (limit: number) => number;
}

export interface SessionsOptions {
  /** Divides the processor among the connections. */
  readonly scheduler: Scheduler;
  /** Requests that may be under way on one connection. */
  readonly maxStreams: number;
  readonly times: SessionTimes;
  /** The chance, with each answer, that its client is told to connect anew; none when absent. */
  readonly goAway?: Chance;
  /** Never rejects. */
  readonly serve: (exchange: Exchange, socket: TLSSocket) => Promise<void>;
  /** Called when the first of several requests begins on a connection, and when the last one ends. */
  readonly onUse: (socket: TLSSocket, isBusy: boolean, session: Session) => void;
  /** Milliseconds between two looks at who takes too long. */
  readonly lookEvery?: number;
  /** In milliseconds, of any beginning. */
  readonly now?: () => number;
  /** In milliseconds since 1970. */
  readonly clock?: () => number;
}

/** The connections that speak HTTP/2. */
export interface Sessions {
  readonly begin: (socket: TLSSocket) => void;
  /** Takes no more requests. Those under way are served, and connections end with the last of theirs. */
  readonly end: () => void;
}

const LOOKING_INTERVAL = 1000;
const CHANCES = 1_000_000;

export function createSessions(options: SessionsOptions): Sessions {
  const { serve, onUse, maxStreams, times, goAway, scheduler } = options;
  const { lookEvery = LOOKING_INTERVAL, now = () => performance.now(), clock = Date.now } = options;
  const sessions = new Set<Session>();
  const date = httpDate(clock);
  let isEnding = false;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    for (const session of sessions) session.look();
  };
  return {
    begin(socket) {
      const session = beginSession({
        socket,
        scheduler,
        maxStreams,
        times,
        now,
        date,
        serve: (exchange) => serve(exchange, socket),
        onUse: (isBusy) => onUse(socket, isBusy, session),
        isToLeave: () => goAway !== undefined && happens(goAway),
      });
      sessions.add(session);
      timer ??= setInterval(look, Math.min(lookEvery, times.head)).unref();
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

/** Makes the text of a date once a second at most. */
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
