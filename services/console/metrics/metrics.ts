import { createReloads, type Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { createExposition, type Expose } from '@pilothouse/runtime/metrics/exposition.js';
import { createSnapshot } from '@pilothouse/runtime/metrics/read.js';
import { numbers } from '@pilothouse/runtime/metrics/series.js';

/** Metrics of the console. */
export interface ConsoleMetrics {
  readonly answered: (route: 'api' | 'page' | 'session', code: number) => void;
  readonly reloads: Reloads;
  readonly expose: Expose;
}

const REQUESTS = {
  name: 'console_requests_total',
  type: 'counter',
  help: 'Requests of browsers by route and status code: api for those passed on to the API server, session, or page',
  labels: ['route', 'code'],
  stability: 'ALPHA',
} as const satisfies MetricDefinition;

export function createMetrics(): ConsoleMetrics {
  const reloads = createReloads(() => new Date());
  const requests = numbers(REQUESTS);
  return {
    reloads,
    answered: (route, code) => void (requests.at(route, String(code)).value += 1),
    expose: createExposition(createSnapshot(() => [...reloads.metrics, requests])),
  };
}
