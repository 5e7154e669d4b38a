import type { MetricSpec } from '@pilothouse/apimachinery/generated/autoscaling/v2.js';

export const CPU = 'cpu';

/** The default target of the average CPU utilization, in percent. */
export const DEFAULT_UTILIZATION = 80;

/** The metric of the average CPU utilization, in percent. */
export function cpuUtilization(percent: number): MetricSpec {
  return { type: 'Resource', resource: { name: CPU, target: { type: 'Utilization', averageUtilization: percent } } };
}
