import type { FlagValues } from './flags.js';

/** How much the server takes on at a time. */
export interface OverloadOptions {
  /** How many requests of each kind may be under way at a time; any number when 0. */
  readonly maxRequestsInFlight: number;
  readonly maxMutatingRequestsInFlight: number;
  /** How many connections there may be; as many as the process can have when 0. */
  readonly maxConnections: number;
  /** How many requests may be under way on one HTTP/2 connection; 250 when 0. */
  readonly maxStreamsPerConnection: number;
  /** The chance, with each answer over HTTP/2, that its client is told to connect anew. */
  readonly goAwayChance: number;
  /** Milliseconds that a request other than a watch may take. */
  readonly requestTimeout: number;
  /** The least seconds that a watch lasts whose client does not say. */
  readonly minRequestTimeout: number;
}

export const DEFAULT_OVERLOAD: OverloadOptions = {
  maxRequestsInFlight: 400,
  maxMutatingRequestsInFlight: 200,
  maxConnections: 0,
  maxStreamsPerConnection: 0,
  goAwayChance: 0,
  requestTimeout: 60_000,
  minRequestTimeout: 1800,
};

/** What timers of this process can hold, in seconds. */
export const LONGEST_TIMER = 2_147_483;

/** More would have clients connect all the time. */
const HIGHEST_GOAWAY_CHANCE = 0.02;

export function overloadOptions(flags: FlagValues): OverloadOptions {
  return {
    maxRequestsInFlight: flags['max-requests-inflight'],
    maxMutatingRequestsInFlight: flags['max-mutating-requests-inflight'],
    maxConnections: flags['max-connections'],
    maxStreamsPerConnection: flags['http2-max-streams-per-connection'],
    goAwayChance: flags['goaway-chance'],
    requestTimeout: flags['request-timeout'] * 1000,
    minRequestTimeout: flags['min-request-timeout'],
  };
}

export function overloadProblems(flags: FlagValues): string[] {
  const { 'request-timeout': timeout, 'min-request-timeout': shortest, 'goaway-chance': chance } = flags;
  return [
    ...(chance <= HIGHEST_GOAWAY_CHANCE ? [] : [`--goaway-chance must be from 0 to ${HIGHEST_GOAWAY_CHANCE}`]),
    ...(timeout > 0 && timeout <= LONGEST_TIMER
      ? []
      : [`--request-timeout must be more than 0 and at most ${LONGEST_TIMER}s`]),
    ...(shortest > 0 && shortest <= LONGEST_TIMER ? [] : [`--min-request-timeout must be from 1 to ${LONGEST_TIMER}`]),
  ];
}
