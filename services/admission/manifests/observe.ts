/** Learns what happens to the manifests of a plugin, for metrics. */
export interface ManifestObserver {
  /** The manifests were loaded. `hash` is that of their files; empty without files. */
  readonly loaded: (plugin: string, hash: string) => void;
  /** A change is invalid; the former manifests stay in use. */
  readonly failed: (plugin: string) => void;
}

/** Counts nothing. */
export const UNOBSERVED_MANIFESTS: ManifestObserver = { loaded: () => undefined, failed: () => undefined };
