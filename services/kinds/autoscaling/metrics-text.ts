import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '@pilothouse/apimachinery/generated/autoscaling/v2.js';

const SHOWN = 2;
const UNKNOWN = '<unknown>';

/** The current and target values of the first metrics: `cpu: 20%/80%, 5/10 + 1 more...`. */
export function metricsText({
  spec: { metrics = [] },
  status: { currentMetrics = [] },
}: HorizontalPodAutoscaler): string {
  if (metrics.length === 0) return '<none>';
  const texts = metrics.slice(0, SHOWN).map((metric, index) => metricText(metric, currentMetrics[index]));
  const more = metrics.length > SHOWN ? ` + ${metrics.length - SHOWN} more...` : '';
  return `${texts.join(', ')}${more}`;
}

function metricText(metric: MetricSpec, status: MetricStatus | undefined): string {
  switch (metric.type) {
    case 'External':
      return valueText(metric.external?.target, status?.external?.current);
    case 'Object':
      return valueText(metric.object?.target, status?.object?.current);
    case 'Pods':
      return `${status?.pods?.current.averageValue ?? UNKNOWN}/${metric.pods?.target.averageValue ?? ''}`;
    case 'Resource':
      return resourceText(metric.resource, status?.resource?.current);
    case 'ContainerResource':
      return resourceText(metric.containerResource, status?.containerResource?.current);
    default:
      return '<unknown type>';
  }
}

function valueText(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  if (target?.averageValue !== undefined) return `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`;
  return `${current?.value ?? UNKNOWN}/${target?.value ?? ''}`;
}

interface NamedTarget {
  readonly name: string;
  readonly target: MetricTarget;
}

function resourceText(resource: NamedTarget | undefined, current: MetricValueStatus | undefined): string {
  if (resource === undefined) return UNKNOWN;
  const { name, target } = resource;
  if (target.averageValue !== undefined) return `${name}: ${current?.averageValue ?? UNKNOWN}/${target.averageValue}`;
  const percent = (value: number | undefined, without: string) => (value === undefined ? without : `${value}%`);
  return `${name}: ${percent(current?.averageUtilization, UNKNOWN)}/${percent(target.averageUtilization, '<auto>')}`;
}
