import { histogram, numbers, type Cell, type Distribution, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { METRICS } from './table.js';
import { userLabel } from './user-label.js';

/** Counts how requests are signed in and allowed. Times are in milliseconds. */
export interface AccessCounts {
  readonly metrics: readonly Metric[];
  /** `user` is the name of who was found. */
  readonly signedIn: (result: SignInResult, milliseconds: number, user?: string) => void;
  /** `seconds` is the remaining lifetime of the client certificate of a request. */
  readonly certificateShown: (seconds: number) => void;
  /** Whether it was remembered whose a token is, or had to be asked. */
  readonly remembered: (isRemembered: boolean) => void;
  readonly decided: (result: DecisionResult, milliseconds: number) => void;
}

export type SignInResult = 'success' | 'failure' | 'error';
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
  const signInOf = remembering((result: SignInResult): Counted => ({
    attempts: attempts.at(result),
    duration: duration.at(result),
  }));
  const decisionOf = remembering((result: DecisionResult): Counted => ({
    attempts: decisions.at(result),
    duration: deciding.at(result),
  }));
  return {
    metrics: [attempts, duration, certificates, users, tokens, decisions, deciding],
    signedIn(result, milliseconds, user) {
      count(signInOf(result), milliseconds);
      if (user !== undefined) users.at(userLabel(user)).value += 1;
    },
    certificateShown: (seconds) => certificates.at().observe(seconds),
    remembered: (isRemembered) => void (tokens.at(isRemembered ? 'hit' : 'miss').value += 1),
    decided: (result, milliseconds) => count(decisionOf(result), milliseconds),
  };
}

function count({ attempts, duration }: Counted, milliseconds: number): void {
  attempts.value += 1;
  duration.observe(milliseconds / 1000);
}

function remembering<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}
