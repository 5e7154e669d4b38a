import type { FlagTable } from '@pilothouse/flags/definition.js';

/** Flags of health checks, metrics and profiles, with the names and defaults of Kubernetes. */
export const OPERATIONS_FLAGS = [
  {
    name: 'livez-grace-period',
    type: 'duration',
    default: '0',
    group: 'Health and metrics',
    help: 'Maximum duration of the startup sequence. Until then, /livez ignores startup steps that are not finished.',
  },
  {
    name: 'shutdown-delay-duration',
    type: 'duration',
    default: '0',
    group: 'Health and metrics',
    help: 'Duration for which the server serves all requests after it receives the signal to stop. During this time only /readyz fails, so that load balancers stop sending requests.',
  },
  {
    name: 'profiling',
    type: 'boolean',
    default: 'true',
    group: 'Health and metrics',
    help: 'Serve /debug/pprof/profile and /debug/pprof/heap to authorized users. The heap contains secrets.',
  },
  {
    name: 'show-hidden-metrics-for-version',
    type: 'text',
    group: 'Health and metrics',
    help: 'Previous minor release, such as 1.35, whose hidden metrics are exposed.',
  },
  {
    name: 'tracing-config-file',
    type: 'file',
    group: 'Health and metrics',
    help: 'File with a TracingConfiguration (apiserver.config.k8s.io/v1): the collector of traces, and the part of requests that are traced. Tracing is off without it.',
  },
] as const satisfies FlagTable;
