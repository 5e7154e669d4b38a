import type { ServerMetrics } from '../metrics/server-metrics.js';
import type { Handler } from '../request/context.js';
import { readOnly } from './discovery/read-only.js';
import { preferredType } from './negotiation/preferred-type.js';

const OPENMETRICS = 'application/openmetrics-text';

/** `GET /metrics`: Prometheus' text format, or OpenMetrics if the Accept header prefers it. */
export function metricsHandler({ expose }: Pick<ServerMetrics, 'expose'>): Handler {
  return readOnly(async (context) => {
    const type = preferredType(context, ['text/plain', OPENMETRICS]);
    const { chunks, contentType } = await expose(type === OPENMETRICS ? 'openmetrics' : 'text');
    return { status: 200, headers: { 'content-type': contentType }, body: chunks };
  });
}
