import type { FlagTable } from '@pilothouse/flags/definition.js';

/** The flags of the audit log, with Kubernetes' names and defaults. */
export const AUDIT_FLAGS = [
  {
    name: 'audit-policy-file',
    type: 'file',
    group: 'Audit',
    help: 'The policy (audit.k8s.io/v1 Policy) that says which requests are recorded, and how much of each. Nothing is recorded without it.',
  },
  {
    name: 'audit-log-path',
    type: 'path',
    group: 'Audit',
    help: 'The file that gets a line for each event; "-" is standard output.',
  },
  {
    name: 'audit-log-format',
    type: 'text',
    default: 'json',
    group: 'Audit',
    help: 'What the lines are: json (an event in JSON) or legacy (some of it as text).',
  },
  {
    name: 'audit-log-maxsize',
    type: 'count',
    default: '100',
    group: 'Audit',
    help: 'How many MiB that file may have before another one is begun. 0 sets no limit.',
  },
  {
    name: 'audit-log-maxbackup',
    type: 'count',
    default: '100',
    group: 'Audit',
    help: 'How many old files are kept. 0 keeps all of them.',
  },
  {
    name: 'audit-log-maxage',
    type: 'count',
    default: '366',
    group: 'Audit',
    help: 'For how many days old files are kept. 0 keeps them for ever.',
  },
  {
    name: 'audit-log-compress',
    type: 'boolean',
    default: 'false',
    group: 'Audit',
    help: 'Compress old files with gzip.',
  },
  {
    name: 'audit-webhook-config-file',
    type: 'file',
    group: 'Audit',
    help: 'A kubeconfig that leads to a service which is sent the events.',
  },
  {
    name: 'audit-webhook-initial-backoff',
    type: 'duration',
    default: '10s',
    group: 'Audit',
    help: 'How long to wait after a first failure before the service is tried again.',
  },
  ...deliveryFlags('log', { mode: 'blocking', maxSize: '1', maxWait: '0', throttle: 'false', qps: '0', burst: '0' }),
  ...deliveryFlags('webhook', {
    mode: 'batch',
    maxSize: '400',
    maxWait: '30s',
    throttle: 'true',
    qps: '10',
    burst: '15',
  }),
] as const satisfies FlagTable;

interface DeliveryDefaults {
  readonly mode: string;
  readonly maxSize: string;
  readonly maxWait: string;
  readonly throttle: string;
  readonly qps: string;
  readonly burst: string;
}

/** The flags that both ways of events have. */
function deliveryFlags<Backend extends 'log' | 'webhook'>(backend: Backend, defaults: DeliveryDefaults) {
  const group = 'Audit';
  return [
    {
      name: `audit-${backend}-version`,
      type: 'text',
      defaultText: 'audit.k8s.io/v1',
      group,
      help: 'The group and version of the events that are written. There is one.',
    },
    {
      name: `audit-${backend}-mode`,
      type: 'text',
      default: defaults.mode,
      group,
      help: 'When events are written: batch (later, together), blocking (before the request goes on) or blocking-strict (the same, and a request that cannot be recorded fails).',
    },
    {
      name: `audit-${backend}-batch-buffer-size`,
      type: 'count',
      default: '10000',
      group,
      help: 'How many events may wait, in the mode batch. Further ones are dropped and counted.',
    },
    {
      name: `audit-${backend}-batch-max-size`,
      type: 'count',
      default: defaults.maxSize,
      group,
      help: 'How many events a batch has at most.',
    },
    {
      name: `audit-${backend}-batch-max-wait`,
      type: 'duration',
      default: defaults.maxWait,
      group,
      help: 'How long an event waits for others to fill its batch.',
    },
    {
      name: `audit-${backend}-batch-throttle-enable`,
      type: 'boolean',
      default: defaults.throttle,
      group,
      help: 'Limit how many batches are written in a second.',
    },
    {
      name: `audit-${backend}-batch-throttle-qps`,
      type: 'text',
      default: defaults.qps,
      group,
      help: 'How many batches are written in a second on average.',
    },
    {
      name: `audit-${backend}-batch-throttle-burst`,
      type: 'count',
      default: defaults.burst,
      group,
      help: 'How many batches may be written at once after a time with fewer.',
    },
    {
      name: `audit-${backend}-truncate-enabled`,
      type: 'boolean',
      default: 'false',
      group,
      help: 'Leave what was sent and answered out of events that are too large, and drop and count those that still are.',
    },
    {
      name: `audit-${backend}-truncate-max-batch-size`,
      type: 'count',
      default: '10485760',
      group,
      help: 'How many bytes a batch may have, with truncation; larger ones are divided.',
    },
    {
      name: `audit-${backend}-truncate-max-event-size`,
      type: 'count',
      default: '102400',
      group,
      help: 'How many bytes an event may have, with truncation.',
    },
  ] as const;
}
