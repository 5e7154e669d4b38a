import type { FlagTable } from '@pilothouse/flags/definition.js';

/** The flags of health, metrics and profiles, with Kubernetes' names and defaults. */
export const OPERATIONS_FLAGS = [
  {
    name: 'livez-grace-period',
    type: 'duration',
    default: '0',
    group: 'Health and metrics',
    help: 'How long a start may take, from its beginning: until then /livez does not ask whether its steps are finished.',
  },
  {
    name: 'shutdown-delay-duration',
    type: 'duration',
    default: '0',
    group: 'Health and metrics',
    help: 'How long everything is still served after the server was told to stop. Only /readyz fails from then on, so that load balancers look elsewhere.',
  },
  {
    name: 'profiling',
    type: 'boolean',
    default: 'true',
    group: 'Health and metrics',
    help: 'Let those who are allowed to get /debug/pprof/profile and /debug/pprof/heap take profiles. The heap has secrets in it.',
  },
  {
    name: 'show-hidden-metrics-for-version',
    type: 'text',
    group: 'Health and metrics',
    help: 'The release before this one, such as 1.25: metrics that are hidden since are shown once more.',
  },
] as const satisfies FlagTable;
