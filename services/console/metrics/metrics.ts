import { createReloads, type Reloads } from '@pilothouse/runtime/files/reloads.js';
import { registered } from '@pilothouse/runtime/metrics/exposition.js';
import { processRegistry } from '@pilothouse/runtime/metrics/registry.js';
import type { MetricsText } from '@pilothouse/runtime/metrics/server.js';
import { Counter, Registry } from 'prom-client';

/** Metrics of the console. */
export interface ConsoleMetrics extends MetricsText {
  readonly answered: (route: 'api' | 'page' | 'session', code: number) => void;
  readonly reloads: Reloads;
}

export function createMetrics(): ConsoleMetrics {
  const registry = processRegistry(Registry.PROMETHEUS_CONTENT_TYPE);
  const reloads = createReloads(() => new Date());
  for (const metric of reloads.metrics) registry.registerMetric(registered(metric));
  const requests = new Counter({
    registers: [registry],
    name: 'console_requests_total',
    help: 'Requests of browsers by route and status code: api for those passed on to the API server, session, or page',
    labelNames: ['route', 'code'] as const,
  });
  return {
    reloads,
    answered: (route, code) => requests.inc({ route, code }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
