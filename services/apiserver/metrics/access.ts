import { histogram, numbers, type Cell, type Distribution, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { METRICS } from './table.js';
import { userLabel } from './user-label.js';

/** Counts of authentication and authorization. Times are in milliseconds. */
export interface AccessCounts {
  readonly metrics: readonly Metric[];
  /** `user` is the name of the authenticated user. */
  readonly authenticated: (result: AuthenticationResult, milliseconds: number, user?: string) => void;
  /** `seconds` is the remaining lifetime of the client certificate of a request. */
  readonly clientCertificate: (seconds: number) => void;
  /** Counts a lookup in the token cache. */
  readonly tokenCacheLookup: (isHit: boolean) => void;
  readonly authorized: (result: DecisionResult, milliseconds: number) => void;
}

export type AuthenticationResult = 'success' | 'failure' | 'error';
export type DecisionResult = 'allowed' | 'denied' | 'no-opinion' | 'error';

interface Counted {
  readonly attempts: Cell;
  readonly duration: Distribution;
}

export function createAccessCounts(): AccessCounts {
  const attempts = numbers(METRICS.authenticationAttempts);
  const duration = histogram(METRICS.authenticationDuration);
  const users = numbers(METRICS.authenticatedUsers);
  const certificates = histogram(METRICS.clientCertificateExpiration);
  const tokens = numbers(METRICS.tokenCache);
  const decisions = numbers(METRICS.authorizationAttempts);
  const deciding = histogram(METRICS.authorizationDuration);
  const authenticationOf = memoized((result: AuthenticationResult): Counted => ({
    attempts: attempts.at(result),
    duration: duration.at(result),
  }));
  const decisionOf = memoized((result: DecisionResult): Counted => ({
    attempts: decisions.at(result),
    duration: deciding.at(result),
  }));
  return {
    metrics: [attempts, duration, certificates, users, tokens, decisions, deciding],
    authenticated(result, milliseconds, user) {
      count(authenticationOf(result), milliseconds);
      if (user !== undefined) users.at(userLabel(user)).value += 1;
    },
    clientCertificate: (seconds) => certificates.at().observe(seconds),
    tokenCacheLookup: (isHit) => void (tokens.at(isHit ? 'hit' : 'miss').value += 1),
    authorized: (result, milliseconds) => count(decisionOf(result), milliseconds),
  };
}

function count({ attempts, duration }: Counted, milliseconds: number): void {
  attempts.value += 1;
  duration.observe(milliseconds / 1000);
}

function memoized<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}
