import { createReloads, type Reloads } from '@pilothouse/runtime/files/reloads.js';
import { createExposition, type Expose } from '@pilothouse/runtime/metrics/exposition.js';
import { createSnapshot } from '@pilothouse/runtime/metrics/read.js';
import type { Snapshot } from '@pilothouse/runtime/metrics/snapshot.js';
import { histogram, numbers, reading, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { createQueueMetrics, type QueueMetrics } from '@pilothouse/runtime/metrics/workqueue.js';
import type { SpanCounts } from '@pilothouse/runtime/tracing/span-queue.js';
import { featureStates, type Features } from '../features/gates.js';
import type { VerifyStatus } from '@pilothouse/storage/cache/verify.js';
import { isShown } from '../features/metric-stages.js';
import { API_RELEASE } from '@pilothouse/kinds/definition/releases.js';
import { createAccessCounts, type AccessCounts } from './access.js';
import { createAdmissionCounts, type AdmissionCounts } from './admission.js';
import { hashLabel } from './configuration.js';
import { createEncryptionCounts, type EncryptionCounts } from './encryption.js';
import { createHealthCounts, isOfHealth, type HealthCounts } from '@pilothouse/runtime/metrics/health.js';
import { createConnectCounts, type ConnectCounts } from './connects.js';
import { createRequestCounts, type Clock, type RequestCounts } from './requests.js';
import { METRICS } from './table.js';
import { createWatchEventCounts, type WatchEventCounts } from './watch-events.js';

/** Metrics of the API server. The exposition is built at the first scrape. */
export interface ServerMetrics {
  readonly requests: RequestCounts;
  readonly access: AccessCounts;
  readonly watchEvents: WatchEventCounts;
  readonly connects: ConnectCounts;
  readonly handshakeFailed: () => void;
  /** Counts an etcd request. `type` is a resource with its group, such as `deployments.apps`, or empty. */
  readonly calledEtcd: (operation: string, type: string, seconds: number) => void;
  /** Deletes the series of all other types. */
  readonly keepEtcdTypes: (types: ReadonlySet<string>) => void;
  readonly cacheLoaded: () => void;
  readonly cacheDiffered: () => void;
  readonly cacheVerified: (group: string, resource: string, status: VerifyStatus) => void;
  readonly admission: AdmissionCounts;
  readonly health: HealthCounts;
  readonly encryption: EncryptionCounts;
  /** Counts a request to a conversion webhook; `failure` is absent on success. */
  readonly converted: (seconds: number, failure?: string) => void;
  readonly reloads: Reloads;
  /** Spans of traces; they stay 0 while tracing is off. */
  readonly spans: SpanCounts;
  /** Metrics of the work queues of controllers in this process. */
  readonly queue: QueueMetrics['queue'];
  /** Adds a metric whose value is read at each scrape. */
  readonly add: (metric: Metric) => void;
  readonly expose: Expose;
}

export interface ServerMetricsOptions {
  readonly features: Features;
  readonly clock: Clock;
  readonly now: () => Date;
  /** Identifies the server: its hash is a label of some metrics, which is empty when absent. */
  readonly identity?: string;
  /** Counts file reloads of the whole process; the server creates its own when absent. */
  readonly reloads?: Reloads | undefined;
  /** Whether hidden metrics are exposed. */
  readonly showHidden?: boolean;
  /** The part of this process in a server of several workers, whose metrics are exposed together. */
  readonly share?: MetricsShare | undefined;
}

/** How the workers of one server expose their metrics together. */
export interface MetricsShare {
  /** Restarts of workers before the start of this one. */
  readonly restarts: number;
  /** Called once with the function that reads the metrics of this process. */
  readonly provide: (read: () => Promise<Snapshot>) => void;
  /** Metrics of all workers. */
  readonly gather: () => Promise<Snapshot>;
}

export function createServerMetrics(options: ServerMetricsOptions): ServerMetrics {
  const { features, clock, now, reloads = createReloads(now), showHidden = false, share, identity = '' } = options;
  const server = hashLabel(identity);
  const requests = createRequestCounts(clock);
  const access = createAccessCounts();
  const watchEvents = createWatchEventCounts();
  const queues = createQueueMetrics();
  const connects = createConnectCounts();
  const admission = createAdmissionCounts({ server, now });
  const health = createHealthCounts(share?.gather);
  const encryption = createEncryptionCounts({ server, now });
  const handshakes = numbers(METRICS.handshakeErrors);
  const etcd = histogram(METRICS.etcdDuration);
  const conversions = numbers(METRICS.conversionRequests);
  const conversionDuration = histogram(METRICS.conversionDuration);
  const loads = numbers(METRICS.cacheInitializations);
  const mismatches = numbers(METRICS.cacheMismatches);
  const checks = numbers(METRICS.consistencyChecks);
  const spans: SpanCounts = { exported: 0, dropped: 0 };
  const metrics: Metric[] = [
    ...requests.metrics,
    ...watchEvents.metrics,
    handshakes,
    etcd,
    loads,
    mismatches,
    checks,
    ...access.metrics,
    ...connects.metrics,
    ...admission.metrics,
    ...encryption.metrics,
    conversions,
    conversionDuration,
    reading(METRICS.features, () =>
      featureStates(features).map(({ name, stage, isEnabled }) => ({
        labels: [name, stage],
        value: isEnabled ? 1 : 0,
      })),
    ),
    ...queues.metrics,
    ...reloads.metrics,
    reading(METRICS.tracingSpans, () => [
      { labels: ['exported'], value: spans.exported },
      { labels: ['dropped'], value: spans.dropped },
    ]),
    reading(METRICS.workerRestarts, () => [{ labels: [], value: share?.restarts ?? 0 }]),
  ];
  const shown = (): Metric[] => metrics.filter(({ definition }) => isShown(definition, API_RELEASE, showHidden));
  const read = createSnapshot(() => (share === undefined ? shown() : [...shown(), ...health.metrics]));
  share?.provide(read);
  return {
    requests,
    access,
    watchEvents,
    connects,
    admission,
    health,
    encryption,
    reloads,
    spans,
    converted(seconds, failure = '') {
      const labels = [failure === '' ? 'success' : 'failure', failure] as const;
      conversions.at(...labels).value += 1;
      conversionDuration.at(...labels).observe(seconds);
    },
    handshakeFailed: () => void (handshakes.at().value += 1),
    calledEtcd: (operation, type, seconds) => etcd.at(operation, type).observe(seconds),
    keepEtcdTypes: (types) => etcd.forget(([, type = '']) => type !== '' && !types.has(type)),
    cacheLoaded: () => void (loads.at('').value += 1),
    cacheDiffered: () => void (mismatches.at().value += 1),
    cacheVerified: (...labels) => void (checks.at(...labels).value += 1),
    queue: queues.queue,
    add: (metric) => void metrics.push(metric),
    expose: createExposition(
      share === undefined ? read : async () => (await share.gather()).filter((metric) => !isOfHealth(metric)),
    ),
  };
}
