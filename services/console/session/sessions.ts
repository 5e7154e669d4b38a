import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SealedCookie } from './cookies.js';
import { newSession, type Grant, type Session } from './session.js';

export interface Sessions {
  /** The session of a request; undefined if it has none, or if it has expired. */
  readonly of: (request: IncomingMessage) => Session | undefined;
  readonly start: (response: ServerResponse, grant: Grant) => Session;
  /** Replaces the grant of a session, such as one with a renewed token. */
  readonly keep: (response: ServerResponse, session: Session) => void;
  readonly end: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Sign-outs that are remembered. */
const MAX_ENDED = 10_000;

/** Sessions in sealed cookies. The console only remembers which have ended. `lifetime` is in milliseconds. */
export function createSessions(cookie: SealedCookie, lifetime: number, now: () => number): Sessions {
  // A request that began before the sign-out may still bring the cookie, or renew it.
  const ended = new Set<string>();
  const of = (request: IncomingMessage): Session | undefined => {
    const text = cookie.read(request);
    // The seal proves that this program wrote it.
    const session = text === undefined ? undefined : (JSON.parse(text) as Session);
    return session !== undefined && session.expires > now() && !ended.has(session.csrf) ? session : undefined;
  };
  return {
    of,
    start(response, grant) {
      const session = newSession(grant, { now: now(), lifetime });
      cookie.write(response, JSON.stringify(session), Math.floor(lifetime / 1000));
      return session;
    },
    keep(response, session) {
      if (ended.has(session.csrf)) return;
      cookie.write(response, JSON.stringify(session), Math.floor((session.expires - now()) / 1000));
    },
    end(request, response) {
      const session = of(request);
      if (session !== undefined) ended.add(session.csrf);
      const [oldest] = ended;
      if (ended.size > MAX_ENDED && oldest !== undefined) ended.delete(oldest);
      cookie.clear(request, response);
    },
  };
}
