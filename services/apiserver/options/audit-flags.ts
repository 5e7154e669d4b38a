import type { FlagTable } from '@pilothouse/flags/definition.js';

export const AUDIT_MODES = ['batch', 'blocking', 'blocking-strict'] as const;
export const AUDIT_FORMATS = ['legacy', 'json'] as const;

/** Flags of auditing, with the names and defaults of Kubernetes. */
export const AUDIT_FLAGS = [
  {
    name: 'audit-policy-file',
    type: 'file',
    group: 'Audit',
    help: 'Audit policy (audit.k8s.io/v1 Policy), which sets the audit level of each request. Without it, no events are recorded.',
  },
  {
    name: 'audit-log-path',
    type: 'path',
    group: 'Audit',
    help: 'File that audit events are appended to, one a line. "-" is standard output.',
  },
  {
    name: 'audit-log-format',
    type: 'text',
    choices: AUDIT_FORMATS,
    default: 'json',
    group: 'Audit',
    help: 'Format of the lines: json (the event as JSON) or legacy (a summary as text).',
  },
  {
    name: 'audit-log-maxsize',
    type: 'count',
    default: '100',
    group: 'Audit',
    help: 'Maximum size in MiB of the log file before it is rotated. 0 sets no limit.',
  },
  {
    name: 'audit-log-maxbackup',
    type: 'count',
    default: '100',
    group: 'Audit',
    help: 'Maximum number of rotated log files to retain. 0 sets no limit.',
  },
  {
    name: 'audit-log-maxage',
    type: 'count',
    default: '366',
    group: 'Audit',
    help: 'Maximum number of days to retain rotated log files. 0 sets no limit.',
  },
  {
    name: 'audit-log-compress',
    type: 'boolean',
    default: 'false',
    group: 'Audit',
    help: 'Compress rotated log files with gzip.',
  },
  {
    name: 'audit-webhook-config-file',
    type: 'file',
    group: 'Audit',
    help: 'Kubeconfig of the webhook that receives audit events.',
  },
  {
    name: 'audit-webhook-initial-backoff',
    type: 'duration',
    default: '10s',
    group: 'Audit',
    help: 'Time to wait before the first retry of a failed request.',
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

/** Flags that each audit backend has. */
function deliveryFlags<Backend extends 'log' | 'webhook'>(backend: Backend, defaults: DeliveryDefaults) {
  const group = 'Audit';
  return [
    {
      name: `audit-${backend}-version`,
      type: 'text',
      defaultText: 'audit.k8s.io/v1',
      group,
      help: 'API group and version of the events. There is only one.',
    },
    {
      name: `audit-${backend}-mode`,
      type: 'text',
      choices: AUDIT_MODES,
      default: defaults.mode,
      group,
      help: 'Strategy for writing events: batch (buffered, asynchronous), blocking (the response waits for the write) or blocking-strict (as blocking, and the request fails if its event cannot be written).',
    },
    {
      name: `audit-${backend}-batch-buffer-size`,
      type: 'count',
      default: '10000',
      group,
      help: 'Maximum number of buffered events in the mode batch. Further events are dropped and counted.',
    },
    {
      name: `audit-${backend}-batch-max-size`,
      type: 'count',
      default: defaults.maxSize,
      group,
      help: 'Maximum number of events in a batch.',
    },
    {
      name: `audit-${backend}-batch-max-wait`,
      type: 'duration',
      default: defaults.maxWait,
      group,
      help: 'Time to wait before a batch that is not full is written.',
    },
    {
      name: `audit-${backend}-batch-throttle-enable`,
      type: 'boolean',
      default: defaults.throttle,
      group,
      help: 'Limit the rate of batches.',
    },
    {
      name: `audit-${backend}-batch-throttle-qps`,
      type: 'text',
      default: defaults.qps,
      group,
      help: 'Maximum average number of batches a second.',
    },
    {
      name: `audit-${backend}-batch-throttle-burst`,
      type: 'count',
      default: defaults.burst,
      group,
      help: 'Maximum number of batches in a burst.',
    },
    {
      name: `audit-${backend}-truncate-enabled`,
      type: 'boolean',
      default: 'false',
      group,
      help: 'Truncate events that are too large: remove the request and response objects. Events that are still too large are dropped and counted.',
    },
    {
      name: `audit-${backend}-truncate-max-batch-size`,
      type: 'count',
      default: '10485760',
      group,
      help: 'Maximum size in bytes of a batch, if truncation is enabled. Larger batches are split.',
    },
    {
      name: `audit-${backend}-truncate-max-event-size`,
      type: 'count',
      default: '102400',
      group,
      help: 'Maximum size in bytes of an event, if truncation is enabled.',
    },
  ] as const;
}
