/**
 * Stability as in Kubernetes: STABLE and BETA metrics follow Kubernetes' deprecation rules, ALPHA ones may change at any time.
 */
export type Stability = 'ALPHA' | 'BETA' | 'STABLE';

/** How the values of several workers of one server become that of the server. */
export type MergeRule = 'sum' | 'max' | 'min';

/** The definition of a metric. Exposition and documentation are derived from tables of these. */
export interface MetricDefinition {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram in ascending order, in the unit of its name. */
  readonly buckets?: readonly number[];
  readonly stability: Stability;
  /** Sum when absent. */
  readonly merge?: MergeRule;
  /** The release that deprecated it, such as `1.26`. */
  readonly deprecatedSince?: `${number}.${number}`;
}

/** The exposed help text. It begins with the stability, as in Kubernetes. */
export function metricHelp({ stability, deprecatedSince, help }: MetricDefinition): string {
  const deprecation = deprecatedSince === undefined ? '' : `(Deprecated since ${deprecatedSince}.0) `;
  return `[${stability}] ${deprecation}${help}`;
}
