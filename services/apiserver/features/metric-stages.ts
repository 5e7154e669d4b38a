import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { spans, type Release, type Span } from '@pilothouse/kinds/definition/releases.js';

/** What decides when a metric goes. */
export type MetricLife = Pick<MetricDefinition, 'stability' | 'deprecatedSince'>;

/** Rule 10 of the specification: how long a deprecated metric is exposed before it is hidden. */
const SHOWN: Readonly<Record<MetricDefinition['stability'], Span>> = {
  STABLE: { releases: 3, months: 9 },
  // Kubernetes gives these, which promise nothing, the release of their deprecation.
  ALPHA: { releases: 1, months: 0 },
};

/** A hidden metric is there for one more release, for those who ask for it by `--show-hidden-metrics-for-version`. */
export type MetricStage = 'shown' | 'hidden' | 'gone';

/** What becomes of a metric in a release. */
export function metricStage({ stability, deprecatedSince }: MetricLife, release: Release): MetricStage {
  const span = SHOWN[stability];
  if (deprecatedSince === undefined || !spans(deprecatedSince, release, span)) return 'shown';
  const before = releaseBefore(release);
  return before === undefined || !spans(deprecatedSince, before, span) ? 'hidden' : 'gone';
}

/** Whether a metric is exposed in a release; hidden ones are, where they are asked for. */
export function isShown(metric: MetricLife, release: Release, showHidden: boolean): boolean {
  return showHidden || metricStage(metric, release) === 'shown';
}

/** Undefined for the first one of a major version. */
function releaseBefore(release: Release): Release | undefined {
  const [major = 0, minor = 0] = release.split('.').map(Number);
  return minor === 0 ? undefined : `${major}.${minor - 1}`;
}
