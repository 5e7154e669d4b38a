/** The names and the scope of a kind, as its message in `proto/` says them with the option `resource`. */
export interface ResourceNames {
  /** The plural name in paths, such as `configmaps`. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
}
