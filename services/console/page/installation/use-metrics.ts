import { useEffect, useState } from 'preact/hooks';
import { ApiError, type Api } from '../api/request.js';
import { tabVisibility } from '../api/visibility.js';
import { parseMetrics, quantile, sum, type Metrics } from './metrics.js';
import { READINGS } from './plot.js';

/** Rates and levels at one time. */
export interface Reading {
  readonly requests: number;
  readonly errors: number;
  /** 99th percentile in seconds; 0 without a request. */
  readonly latency: number;
  readonly inFlight: number;
  readonly watches: number;
  /** Processors in use. */
  readonly processors: number;
  readonly memory: number;
}

export interface Readings {
  readonly all: readonly Reading[];
  readonly latest: Metrics;
  readonly problem: ApiError | undefined;
}

/** Milliseconds between readings. The first three come soon: a line needs two rates, and a rate two readings. */
const INTERVAL = { first: 1_000, next: 5_000 };
const LATENCY = 'apiserver_request_duration_seconds';
const NAMES: ReadonlySet<string> = new Set([
  'apiserver_request_total',
  `${LATENCY}_bucket`,
  'apiserver_current_inflight_requests',
  'apiserver_longrunning_requests',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'apiserver_flowcontrol_nominal_limit_seats',
  'apiserver_flowcontrol_current_executing_seats',
  'apiserver_flowcontrol_current_inqueue_requests',
  'apiserver_flowcontrol_rejected_requests_total',
  'apiserver_requested_deprecated_apis',
  'pilothouse_deprecated_api_requests_total',
  'apiserver_storage_objects',
]);

/** Reads /metrics every five seconds in a visible tab. */
export function useMetrics(api: Api): Readings {
  const [readings, setReadings] = useState<Readings>({ all: [], latest: new Map(), problem: undefined });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const run = async (): Promise<void> => {
      let former: { readonly metrics: Metrics; readonly time: number } | undefined;
      for (let count = 1; ; count++) {
        await tabVisibility.shown(signal);
        try {
          const answer = await api.send({ path: '/metrics', accept: 'text/plain', signal });
          const [metrics, time] = [parseMetrics(await answer.text(), NAMES), performance.now()];
          const added = former && readingOf(former.metrics, metrics, (time - former.time) / 1000);
          former = { metrics, time };
          setReadings(({ all }) => ({
            all: added === undefined ? all : [...all, added].slice(-READINGS),
            latest: metrics,
            problem: undefined,
          }));
        } catch (error) {
          signal.throwIfAborted();
          const problem = error instanceof ApiError ? error : new ApiError('The metrics cannot be read.', 0);
          setReadings((present) => ({ ...present, problem }));
        }
        await tabVisibility.sleep(count < 3 ? INTERVAL.first : INTERVAL.next, signal);
      }
    };
    run().catch(() => undefined);
    return () => stop.abort();
  }, [api]);
  return readings;
}

function readingOf(before: Metrics, after: Metrics, seconds: number): Reading {
  // A counter that went back belongs to another process, or to another replica behind a load balancer.
  const rate = (name: string, matches?: Parameters<typeof sum>[2]): number =>
    Math.max(0, sum(after, name, matches) - sum(before, name, matches)) / seconds;
  return {
    requests: rate('apiserver_request_total'),
    errors: rate('apiserver_request_total', ({ labels }) => labels['code']?.startsWith('5') === true),
    latency: quantile(before, after, LATENCY, 0.99) ?? 0,
    inFlight: sum(after, 'apiserver_current_inflight_requests'),
    watches: sum(after, 'apiserver_longrunning_requests', ({ labels }) => labels['verb'] === 'WATCH'),
    processors: rate('process_cpu_seconds_total'),
    memory: sum(after, 'process_resident_memory_bytes'),
  };
}
