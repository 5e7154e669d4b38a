import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { createExposition, type Expose } from '@pilothouse/runtime/metrics/exposition.js';
import { createSnapshot } from '@pilothouse/runtime/metrics/read.js';
import { histogram, numbers, type Metric } from '@pilothouse/runtime/metrics/series.js';
import type { ClientCounts } from '../manager/counted-transport.js';
import { createQueueMetrics, type QueueMetrics } from '@pilothouse/runtime/metrics/workqueue.js';

/** Metrics of the controller manager, named as in kube-controller-manager. */
export interface ManagerMetrics {
  readonly queue: QueueMetrics['queue'];
  /** Records whether this process holds a lease. */
  readonly leads: (lease: string, isLeader: boolean) => void;
  /** Requests to the API server. */
  readonly client: ClientCounts;
  readonly expose: Expose;
}

const LEADER = {
  name: 'leader_election_master_status',
  type: 'gauge',
  help: 'Whether this process holds the lease: 1 if it does, else 0.',
  labels: ['name'],
  stability: 'ALPHA',
} as const satisfies MetricDefinition;

const REQUESTS = {
  name: 'rest_client_requests_total',
  type: 'counter',
  help: 'Number of HTTP requests, partitioned by status code, method, and host.',
  labels: ['code', 'method', 'host'],
  stability: 'ALPHA',
} as const satisfies MetricDefinition;

const DURATION = {
  name: 'rest_client_request_duration_seconds',
  type: 'histogram',
  help: 'Request latency in seconds. Broken down by verb, and host.',
  labels: ['verb', 'host'],
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60],
  stability: 'ALPHA',
} as const satisfies MetricDefinition;

/** `others` are further metrics of the process. */
export function createMetrics(others: readonly Metric[] = []): ManagerMetrics {
  const queues = createQueueMetrics();
  const leader = numbers(LEADER);
  const requests = numbers(REQUESTS);
  const duration = histogram(DURATION);
  return {
    queue: queues.queue,
    leads: (lease, isLeader) => void (leader.at(lease).value = isLeader ? 1 : 0),
    client: {
      requested: (code, method, host) => void (requests.at(code, method, host).value += 1),
      answered: (method, host, seconds) => duration.at(method, host).observe(seconds),
    },
    expose: createExposition(createSnapshot(() => [...queues.metrics, leader, requests, duration, ...others])),
  };
}
