import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';

/** Metrics of the server as a program. */
export const PROCESS_METRICS = {
  servingCertificateEnd: {
    name: 'apiserver_serving_certificate_expiration_timestamp_seconds',
    type: 'gauge',
    help: 'Expiration time of the serving certificate in seconds since 1970.',
    labels: [],
    stability: 'ALPHA',
    merge: 'min',
  },
  buildInfo: {
    name: 'kubernetes_build_info',
    type: 'gauge',
    help: "A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running. There is no version of Go; the compiler is Node.",
    labels: [
      'major',
      'minor',
      'git_version',
      'git_commit',
      'git_tree_state',
      'build_date',
      'go_version',
      'compiler',
      'platform',
    ],
    stability: 'BETA',
    merge: 'max',
  },
  features: {
    name: 'kubernetes_feature_enabled',
    type: 'gauge',
    help: 'This metric records the data about the stage and enablement of a k8s feature.',
    labels: ['name', 'stage'],
    stability: 'ALPHA',
    merge: 'max',
  },
  tracingSpans: {
    name: 'pilothouse_tracing_spans_total',
    type: 'counter',
    help: 'Spans of sampled requests, by what became of them: exported to the collector, or dropped because it takes none or not enough.',
    labels: ['result'],
    stability: 'ALPHA',
  },
  workers: {
    name: 'pilothouse_workers',
    type: 'gauge',
    help: 'Number of workers of the server that are ready.',
    labels: [],
    stability: 'ALPHA',
  },
  workerRestarts: {
    name: 'pilothouse_worker_restarts_total',
    type: 'counter',
    help: 'Workers that ended and were replaced.',
    labels: [],
    stability: 'ALPHA',
    merge: 'max',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
