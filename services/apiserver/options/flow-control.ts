import type { FlagValues } from './flags.js';

/** Limits of concurrent requests. */
export interface ConcurrencyLimits {
  /**
   * Whether FlowSchemas and PriorityLevelConfigurations divide the sum of both limits. Otherwise, reads and writes have a
   * limit each, and 0 sets none.
   */
  readonly hasPriorities: boolean;
  readonly maxRequestsInFlight: number;
  readonly maxMutatingRequestsInFlight: number;
}

/** Options of overload protection. */
export interface OverloadOptions extends ConcurrencyLimits {
  /** Maximum number of connections; 0 stands for the limit of the process. */
  readonly maxConnections: number;
  /** Maximum number of concurrent streams of an HTTP/2 connection; 0 stands for 250. */
  readonly maxStreamsPerConnection: number;
  /** Probability that a response over HTTP/2 is followed by GOAWAY. */
  readonly goAwayChance: number;
  /** Timeout in milliseconds of requests other than watches. */
  readonly requestTimeout: number;
  /** Minimum lifetime in seconds of a watch without `timeoutSeconds`. */
  readonly minRequestTimeout: number;
}

export const DEFAULT_OVERLOAD: OverloadOptions = {
  hasPriorities: true,
  maxRequestsInFlight: 400,
  maxMutatingRequestsInFlight: 200,
  maxConnections: 0,
  maxStreamsPerConnection: 0,
  goAwayChance: 0,
  requestTimeout: 60_000,
  minRequestTimeout: 1800,
};

/** Maximum delay of a Node timer, in seconds. */
export const LONGEST_TIMER = 2_147_483;

export function overloadOptions(flags: FlagValues): OverloadOptions {
  return {
    hasPriorities: flags['enable-priority-and-fairness'],
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
  const seats = flags['max-requests-inflight'] + flags['max-mutating-requests-inflight'];
  const { 'request-timeout': timeout, 'min-request-timeout': shortest } = flags;
  return [
    ...(seats > 0 || !flags['enable-priority-and-fairness']
      ? []
      : [
          '--max-requests-inflight and --max-mutating-requests-inflight cannot both be 0 with --enable-priority-and-fairness',
        ]),
    ...(timeout > 0 && timeout <= LONGEST_TIMER
      ? []
      : [`--request-timeout must be more than 0 and at most ${LONGEST_TIMER}s`]),
    ...(shortest > 0 && shortest <= LONGEST_TIMER ? [] : [`--min-request-timeout must be from 1 to ${LONGEST_TIMER}`]),
  ];
}
