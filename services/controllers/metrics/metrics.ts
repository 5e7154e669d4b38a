import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { createExposition, type Expose } from '@pilothouse/runtime/metrics/exposition.js';
import { createSnapshot } from '@pilothouse/runtime/metrics/read.js';
import { numbers, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { createQueueMetrics, type QueueMetrics } from '@pilothouse/runtime/metrics/workqueue.js';

/** Metrics of the controller manager, named as in kube-controller-manager. */
export interface ManagerMetrics {
  readonly queue: QueueMetrics['queue'];
  /** Records whether this process holds a lease. */
  readonly leads: (lease: string, isLeader: boolean) => void;
  readonly expose: Expose;
}

const LEADER = {
  name: 'leader_election_master_status',
  type: 'gauge',
  help: 'Whether this process holds the lease: 1 if it does, else 0.',
  labels: ['name'],
  stability: 'ALPHA',
} as const satisfies MetricDefinition;

/** `others` are further metrics of the process. */
export function createMetrics(others: readonly Metric[] = []): ManagerMetrics {
  const queues = createQueueMetrics();
  const leader = numbers(LEADER);
  return {
    queue: queues.queue,
    leads: (lease, isLeader) => void (leader.at(lease).value = isLeader ? 1 : 0),
    expose: createExposition(createSnapshot(() => [...queues.metrics, leader, ...others])),
  };
}
