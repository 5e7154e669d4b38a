import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SealedCookie } from './cookies.js';
import { newSession, type Grant, type Session } from './session.js';

export interface Sessions {
  /** The session of a request; undefined if it has none, or if it has expired. */
  readonly of: (request: IncomingMessage) => Session | undefined;
  readonly start: (response: ServerResponse, grant: Grant) => Session;
  readonly end: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Sessions in sealed cookies: the console keeps nothing. `lifetime` is in milliseconds. */
export function createSessions(cookie: SealedCookie, lifetime: number, now: () => number): Sessions {
  return {
    of(request) {
      const text = cookie.read(request);
      // The seal proves that this program wrote it.
      const session = text === undefined ? undefined : (JSON.parse(text) as Session);
      return session !== undefined && session.expires > now() ? session : undefined;
    },
    start(response, grant) {
      const session = newSession(grant, { now: now(), lifetime });
      cookie.write(response, JSON.stringify(session), Math.floor(lifetime / 1000));
      return session;
    },
    end: cookie.clear,
  };
}
