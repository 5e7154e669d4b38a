import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { Tracing } from '@pilothouse/runtime/tracing/open-telemetry.js';
import type { ServerMetrics } from '../metrics/server-metrics.js';
import type { ServerOptions } from '../options/server-options.js';
import { identityName } from './publish/identity-lease.js';

export interface TracingParts {
  readonly domain: Domain;
  readonly logger: Logger;
  readonly metrics: Pick<ServerMetrics, 'spans'>;
}

/** Kubernetes' name of the service in traces. */
const SERVICE = 'apiserver';

/** Begins to trace, if a file configures it. The code is loaded only then. Rejects for an invalid file. */
export async function tracingOf(
  { tracingConfigFile: file, securePort }: Pick<ServerOptions, 'tracingConfigFile' | 'securePort'>,
  { domain, logger, metrics }: TracingParts,
): Promise<Tracing | undefined> {
  if (file === undefined) return undefined;
  const [{ createTracing }, { readTracingConfiguration }, content] = await Promise.all([
    import('@pilothouse/runtime/tracing/open-telemetry.js'),
    import('@pilothouse/runtime/tracing/configuration.js'),
    readFile(file, 'utf8'),
  ]);
  const configuration = readTracingConfiguration(content, file, domain);
  const { endpoint = 'localhost:4317' } = configuration;
  return createTracing({
    configuration,
    service: SERVICE,
    instance: identityName({ hostname: hostname(), port: securePort }),
    counts: metrics.spans,
    onFailed: (error) =>
      logger.warn(
        { reason: errorMessage(error), endpoint },
        'the collector of traces takes no spans; they are dropped and counted',
      ),
    onRecovered: () => logger.warn({ endpoint }, 'the collector of traces takes spans again'),
  });
}
