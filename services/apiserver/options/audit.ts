import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { AUDIT_FORMATS, AUDIT_MODES } from './audit-flags.js';
import type { FlagValues } from './flags.js';

/** Options of auditing. */
export interface AuditOptions {
  readonly policyFile: string;
  readonly log?: AuditLogOptions;
  readonly webhook?: AuditWebhookOptions;
}

/** How a backend writes events. */
export interface DeliveryOptions {
  /** In the mode `blocking`, responses wait for the write. In `blocking-strict`, a request also fails if its RequestReceived event cannot be written. */
  readonly mode: AuditMode;
  /** Applies to the mode `batch`. */
  readonly batch: BatchOptions;
  /** No size limit when absent. */
  readonly truncate?: TruncateOptions;
}

export type AuditMode = (typeof AUDIT_MODES)[number];

export interface BatchOptions {
  /** Maximum number of buffered events. */
  readonly bufferSize: number;
  /** Maximum number of events in a batch. */
  readonly maxSize: number;
  /** Milliseconds before a batch that is not full is written. */
  readonly maxWait: number;
  readonly throttle?: ThrottleOptions;
}

export interface ThrottleOptions {
  /** Batches a second. */
  readonly qps: number;
  /** Maximum number of batches in a burst. */
  readonly burst: number;
}

/** Sizes in bytes. */
export interface TruncateOptions {
  readonly maxEventSize: number;
  readonly maxBatchSize: number;
}

export interface AuditLogOptions extends DeliveryOptions {
  /** `-` is standard output. */
  readonly path: string;
  readonly format: AuditFormat;
  readonly rotation: RotationOptions;
}

/** Format of a line: a summary as text, or the event as JSON. */
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export interface RotationOptions {
  /** Maximum size of a file in MiB; 0 sets no limit. */
  readonly maxSize: number;
  /** Maximum number of rotated files; 0 sets no limit. */
  readonly maxBackups: number;
  /** Maximum age of rotated files in days; 0 sets no limit. */
  readonly maxAge: number;
  readonly compress: boolean;
}

export interface AuditWebhookOptions extends DeliveryOptions {
  /** A kubeconfig. */
  readonly configFile: string;
  /** Milliseconds before the first retry. */
  readonly initialBackoff: number;
}

type Backend = 'log' | 'webhook';

/** Undefined without an audit policy. */
export function auditOptions(flags: FlagValues): AuditOptions | undefined {
  const { 'audit-policy-file': policyFile, 'audit-log-path': path, 'audit-webhook-config-file': configFile } = flags;
  if (policyFile === undefined) return undefined;
  return {
    policyFile,
    ...(path !== undefined && {
      log: { path, format: flags['audit-log-format'], rotation: rotation(flags), ...delivery(flags, 'log') },
    }),
    ...(configFile !== undefined && {
      webhook: {
        configFile,
        initialBackoff: flags['audit-webhook-initial-backoff'] * 1000,
        ...delivery(flags, 'webhook'),
      },
    }),
  };
}

function rotation(flags: FlagValues): RotationOptions {
  return {
    maxSize: flags['audit-log-maxsize'],
    maxBackups: flags['audit-log-maxbackup'],
    maxAge: flags['audit-log-maxage'],
    compress: flags['audit-log-compress'],
  };
}

function delivery(flags: FlagValues, backend: Backend): DeliveryOptions {
  return {
    mode: flags[`audit-${backend}-mode`],
    batch: {
      bufferSize: flags[`audit-${backend}-batch-buffer-size`],
      maxSize: flags[`audit-${backend}-batch-max-size`],
      maxWait: flags[`audit-${backend}-batch-max-wait`] * 1000,
      ...(flags[`audit-${backend}-batch-throttle-enable`] && {
        throttle: {
          qps: Number(flags[`audit-${backend}-batch-throttle-qps`]),
          burst: flags[`audit-${backend}-batch-throttle-burst`],
        },
      }),
    },
    ...(flags[`audit-${backend}-truncate-enabled`] && {
      truncate: {
        maxEventSize: flags[`audit-${backend}-truncate-max-event-size`],
        maxBatchSize: flags[`audit-${backend}-truncate-max-batch-size`],
      },
    }),
  };
}

/** Problems of combinations and values that the flag types do not check. */
export function auditProblems(flags: FlagValues): string[] {
  const { 'audit-policy-file': policyFile, 'audit-log-path': path, 'audit-webhook-config-file': configFile } = flags;
  const problems: string[] = [];
  if (policyFile !== undefined && path === undefined && configFile === undefined) {
    problems.push('--audit-policy-file needs --audit-log-path or --audit-webhook-config-file');
  }
  for (const backend of ['log', 'webhook'] as const) problems.push(...deliveryProblems(flags, backend));
  return problems;
}

function deliveryProblems(flags: FlagValues, backend: Backend): string[] {
  const problems: string[] = [];
  const { [`audit-${backend}-version` as const]: version } = flags;
  const only = `${createDomain({ apiDomain: flags['api-domain'] }).group('audit')}/v1`;
  if (version !== undefined && version !== only) {
    problems.push(`--audit-${backend}-version ${JSON.stringify(version)} must be ${only}`);
  }
  const { batch, truncate } = delivery(flags, backend);
  const positive: readonly (readonly [name: string, value: number])[] = [
    ['batch-buffer-size', batch.bufferSize],
    ['batch-max-size', batch.maxSize],
    ['batch-throttle-qps', batch.throttle?.qps ?? 1],
    ['batch-throttle-burst', batch.throttle?.burst ?? 1],
    ['truncate-max-event-size', truncate?.maxEventSize ?? 1],
  ];
  for (const [name, value] of positive) {
    if (!(value > 0)) problems.push(`--audit-${backend}-${name} must be a number greater than 0`);
  }
  if (truncate !== undefined && truncate.maxBatchSize < truncate.maxEventSize) {
    const [batchSize, eventSize] = ['batch', 'event'].map((of) => `--audit-${backend}-truncate-max-${of}-size`);
    problems.push(`${batchSize} must not be less than ${eventSize}`);
  }
  return problems;
}
