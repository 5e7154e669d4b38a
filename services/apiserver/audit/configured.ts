import { readFile } from 'node:fs/promises';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { certificateOf, readKubeconfigFile } from '@pilothouse/client/kubeconfig.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import { watchFiles } from '@pilothouse/runtime/files/watched.js';
import type { Part } from '@pilothouse/runtime/limits/part.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { webhookService } from '@pilothouse/token-authenticators/webhook-service.js';
import type { AuditLogOptions, AuditOptions, AuditWebhookOptions } from '../options/audit.js';
import { createAudit, type Audit } from './audit.js';
import { createBackend, type Backend, type Delivery } from './backend.js';
import { createLedger, type Ledger } from './counts.js';
import { openFileSink } from './file-sink.js';
import { jsonLine, legacyLine, logDelivery, streamSink, type LineSink } from './log-delivery.js';
import { policyEvaluator } from './policy.js';
import { readPolicy } from './read-policy.js';
import { createRotation } from './rotation.js';
import { webhookDelivery } from './webhook-delivery.js';

export interface ConfigureAuditOptions {
  readonly domain: Domain;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Counts reloads of files; absent without metrics. */
  readonly reloads?: Reloads;
  /** The part of this process in the throttles. */
  readonly part?: Part | undefined;
  /** Stops watching files when aborted. */
  readonly signal: AbortSignal;
}

/** The maximum number of concurrent batches to a webhook. */
const WEBHOOK_CONCURRENCY = 10;
const MIB = 1024 * 1024;
const STANDARD_OUTPUT = '-';

/** Builds the configured audit log. Rejects if a configured file is unusable. */
export async function configuredAudit(audit: AuditOptions, options: ConfigureAuditOptions): Promise<Audit> {
  const { domain, logger, now, reloads, signal } = options;
  const { policyFile, log, webhook } = audit;
  const policy = await watchFiles({
    read: () => readFile(policyFile, 'utf8'),
    parse: (text) => policyEvaluator(naming(policyFile, () => readPolicy(text, domain))),
    onError: (error) => logger.warn({ error }, `the audit policy stays unchanged: ${policyFile} is unusable`),
    onReload: reloads?.of('audit-policy-file'),
    signal,
  });
  const backends = await Promise.all([
    ...(webhook === undefined ? [] : [webhookBackend(webhook, options)]),
    ...(log === undefined ? [] : [logBackend(log, options)]),
  ]);
  return createAudit({ policy: policy.current, backends, domain, now });
}

function naming<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${path}: ${errorMessage(error)}`, { cause: error });
  }
}

async function logBackend(
  log: AuditLogOptions,
  { domain, logger, now, part }: ConfigureAuditOptions,
): Promise<Backend> {
  const ledger = createLedger('log', logger);
  const sink = log.path === STANDARD_OUTPUT ? streamSink(process.stdout) : await rotatingFile(log, ledger, now);
  return createBackend({
    ...log,
    part,
    name: 'log',
    delivery: logDelivery(sink, log.format === 'legacy' ? legacyLine : jsonLine(eventVersion(domain))),
    concurrency: 1,
    ledger,
  });
}

async function rotatingFile(log: AuditLogOptions, { troubled }: Ledger, now: () => Date): Promise<LineSink> {
  const { path, rotation: limits } = log;
  const rotation = createRotation({ ...limits, path, now, onError: troubled });
  const maxBytes = limits.maxSize === 0 ? Infinity : limits.maxSize * MIB;
  const sink = await openFileSink({ path, maxBytes, rotate: rotation.rotate, onError: troubled }).catch(
    (error: unknown) => {
      throw new Error(`the audit log cannot be written: ${errorMessage(error)}`, {
        cause: error,
      });
    },
  );
  if (limits.maxSize > 0) rotation.clean();
  return {
    ...sink,
    async close() {
      await sink.close();
      await rotation.settled();
    },
  };
}

async function webhookBackend(
  webhook: AuditWebhookOptions,
  { domain, logger, reloads, part, signal }: ConfigureAuditOptions,
): Promise<Backend> {
  const { configFile, initialBackoff } = webhook;
  const service = await watchFiles({
    // The content includes the files that it names.
    read: async () => JSON.stringify(await readKubeconfigFile(configFile)),
    parse: (text) => webhookService(JSON.parse(text) as HttpsTransportOptions),
    certificate: certificateOf,
    onError: (error) => logger.warn({ error }, `the audit webhook stays unchanged: ${configFile} is unusable`),
    onReload: reloads?.of('audit-webhook-config-file'),
    signal,
  });
  let latest = service.current();
  // Running deliveries fail, and are retried with the new service.
  service.onChange((next) => {
    void latest.transport.close();
    latest = next;
  }, signal);
  const delivery: Delivery = webhookDelivery({
    service: service.current,
    apiVersion: eventVersion(domain),
    initialBackoff,
    timing: systemTiming,
  });
  const ledger = createLedger('webhook', logger);
  return createBackend({ ...webhook, part, name: 'webhook', delivery, concurrency: WEBHOOK_CONCURRENCY, ledger });
}

function eventVersion(domain: Domain): string {
  return `${domain.group('audit')}/v1`;
}
