/** What a metric promises: STABLE ones live on as Kubernetes' rules for metrics say, ALPHA ones may change at any time. */
export type Stability = 'ALPHA' | 'STABLE';

/** One metric. What is exposed and documented is made of tables of them. */
export interface MetricDefinition {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in the unit of its name, in ascending order. */
  readonly buckets?: readonly number[];
  readonly stability: Stability;
  /** The release since which it is to go, such as `1.26`. */
  readonly deprecatedSince?: `${number}.${number}`;
}

/** The help text as it is exposed: it begins with what the metric promises, as in Kubernetes. */
export function metricHelp({ stability, deprecatedSince, help }: MetricDefinition): string {
  const deprecation = deprecatedSince === undefined ? '' : `(Deprecated since ${deprecatedSince}.0) `;
  return `[${stability}] ${deprecation}${help}`;
}
