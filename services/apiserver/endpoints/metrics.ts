import type { ServerMetrics } from '../metrics/server-metrics.js';
import type { Handler } from '../request/context.js';
import { textResponse } from '../request/response.js';
import { readOnly } from './discovery/read-only.js';
import { preferredType } from './negotiation/preferred-type.js';

const OPENMETRICS = 'application/openmetrics-text';

/** `GET /metrics`: Prometheus' text format, or OpenMetrics if the Accept header prefers it. */
export function metricsHandler({ expose }: Pick<ServerMetrics, 'expose'>): Handler {
  return readOnly(async (context) => {
    const type = preferredType(context, ['text/plain', OPENMETRICS]);
    const { text, contentType } = await expose(type === OPENMETRICS ? 'openmetrics' : 'text');
    return textResponse(200, contentType, text);
  });
}
