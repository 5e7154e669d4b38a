import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { spans, type Release, type Span } from '@pilothouse/kinds/definition/releases.js';

/** Properties that decide when a metric is removed. */
export type MetricLife = Pick<MetricDefinition, 'stability' | 'deprecatedSince'>;

/** Kubernetes deprecation policy, rule 10: how long a deprecated metric is exposed before it is hidden. */
const SHOWN: Readonly<Record<MetricDefinition['stability'], Span>> = {
  STABLE: { releases: 3, months: 9 },
  BETA: { releases: 1, months: 4 },
  // ALPHA metrics have no guarantees. They are exposed in the release of their deprecation.
  ALPHA: { releases: 1, months: 0 },
};

/** `--show-hidden-metrics-for-version` exposes a hidden metric for one more release. */
export type MetricStage = 'shown' | 'hidden' | 'gone';

/** Stage of a metric in a release. */
export function metricStage({ stability, deprecatedSince }: MetricLife, release: Release): MetricStage {
  const span = SHOWN[stability];
  if (deprecatedSince === undefined || !spans(deprecatedSince, release, span)) return 'shown';
  const before = releaseBefore(release);
  return before === undefined || !spans(deprecatedSince, before, span) ? 'hidden' : 'gone';
}

/** Whether a metric is exposed in a release. Hidden metrics are exposed only with `showHidden`. */
export function isShown(metric: MetricLife, release: Release, showHidden: boolean): boolean {
  return showHidden || metricStage(metric, release) === 'shown';
}

/** Previous minor release; undefined for the first one of a major version. */
function releaseBefore(release: Release): Release | undefined {
  const [major = 0, minor = 0] = release.split('.').map(Number);
  return minor === 0 ? undefined : `${major}.${minor - 1}`;
}
