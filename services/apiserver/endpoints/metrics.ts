import type { ServerMetrics } from '../metrics/server-metrics.js';
import type { Handler } from '../request/context.js';
import { textResponse } from '../request/response.js';
import { readOnly } from './discovery/read-only.js';

const OPENMETRICS = 'application/openmetrics-text';

/** `GET /metrics`: Prometheus' text format, or OpenMetrics for those who want that rather. */
export function metricsHandler({ expose }: Pick<ServerMetrics, 'expose'>): Handler {
  return readOnly(async (context) => {
    const { text, contentType } = await expose(
      wantsOpenMetrics(context.header('accept') ?? '') ? 'openmetrics' : 'text',
    );
    return textResponse(200, contentType, text);
  });
}

/** Whether OpenMetrics is accepted, and at least as welcome as plain text. */
function wantsOpenMetrics(accept: string): boolean {
  const weights = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const weightOf = (wanted: string): number =>
    Math.max(0, ...weights.flatMap(({ type, weight }) => (type === wanted ? [weight] : [])));
  const open = weightOf(OPENMETRICS);
  return open > 0 && open >= weightOf('text/plain');
}
