import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { QueueMetrics } from '../queue/queue-metrics.js';

/** What the controller manager counts, named as kube-controller-manager names it. */
export interface ManagerMetrics {
  readonly queue: (name: string) => QueueMetrics;
  /** Whether this process holds the lease of that name. */
  readonly leads: (lease: string, isLeader: boolean) => void;
  /** In Prometheus' text format. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

/** Seconds: from 10 ns to 10 s. */
const BUCKETS = Array.from({ length: 10 }, (_, index) => Number(`1e${index - 8}`));
/** Milliseconds between two looks at how late the event loop is; each of them wakes the process. */
const LATENESS_PRECISION = 500;

export function createMetrics(): ManagerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LATENESS_PRECISION });
  const common = { registers: [registry], labelNames: ['name'] as const };
  const adds = new Counter({ ...common, name: 'workqueue_adds_total', help: 'Keys that were added to the queue' });
  const depth = new Gauge({ ...common, name: 'workqueue_depth', help: 'Keys that wait in the queue' });
  const waited = new Histogram({
    ...common,
    name: 'workqueue_queue_duration_seconds',
    help: 'How long keys waited before work on them began',
    buckets: BUCKETS,
  });
  const worked = new Histogram({
    ...common,
    name: 'workqueue_work_duration_seconds',
    help: 'How long the work on a key took',
    buckets: BUCKETS,
  });
  const retries = new Counter({ ...common, name: 'workqueue_retries_total', help: 'Keys that had to be tried again' });
  const leader = new Gauge({
    ...common,
    name: 'leader_election_master_status',
    help: 'Whether this process holds the lease: 1 if it does, else 0',
  });
  return {
    queue(name) {
      const [addsOf, depthOf, retriesOf] = [adds.labels(name), depth.labels(name), retries.labels(name)];
      const [waitedOf, workedOf] = [waited.labels(name), worked.labels(name)];
      return {
        added: () => addsOf.inc(),
        depth: (keys) => depthOf.set(keys),
        started: (seconds) => waitedOf.observe(seconds),
        finished: (seconds) => workedOf.observe(seconds),
        retried: () => retriesOf.inc(),
      };
    },
    leads: (lease, isLeader) => leader.labels(lease).set(isLeader ? 1 : 0),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
