import type { EncryptionObserver, TransformationType } from '@pilothouse/storage/encryption/observer.js';
import { histogram, numbers, type Cell, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { createConfigurationCounts, hashLabel, type ConfigurationCountsOptions } from './configuration.js';
import { METRICS } from './table.js';

/** Counts what encryption at rest does. */
export interface EncryptionCounts {
  readonly observer: EncryptionObserver;
  readonly metrics: readonly Metric[];
}

/** Limit of the keys that have series, as in Kubernetes: a plugin may change its key id at any time. */
const MAX_KEYS = 100;

/** Key ids are labels by their hash. */
export function createEncryptionCounts({ server, now }: ConfigurationCountsOptions): EncryptionCounts {
  const seconds = (): number => now().getTime() / 1000;
  const durations = histogram(METRICS.transformationDuration);
  const transformations = numbers(METRICS.transformations);
  const misses = numbers(METRICS.seedMisses);
  const generation = histogram(METRICS.seedGeneration);
  // Stays 0: without randomness, the process ends.
  const failures = numbers(METRICS.seedFailures);
  const calls = histogram(METRICS.kmsCalls);
  const uses = numbers(METRICS.keyUses);
  const used = numbers(METRICS.keyUsed);
  const reported = numbers(METRICS.keyReported);
  const invalid = numbers(METRICS.invalidKeyIds);
  const seeds = numbers(METRICS.seeds);
  const { reloads, lastReload, configuration: inUse } = METRICS;
  const configuration = createConfigurationCounts({ reloads, lastReload, inUse }, { server, now });

  const useOf = bounded(
    (type: string, provider: string, keyId: string): KeyCells => {
      const labels = [type, provider, hashLabel(keyId), server] as const;
      return { labels, uses: uses.at(...labels), used: used.at(...labels) };
    },
    ({ labels }) => {
      uses.forget(sameAs(labels));
      used.forget(sameAs(labels));
    },
  );
  const reportOf = bounded(
    (provider: string, keyId: string) => {
      const labels = [provider, hashLabel(keyId), server] as const;
      return { labels, cell: reported.at(...labels) };
    },
    ({ labels }) => reported.forget(sameAs(labels)),
  );

  const observer: EncryptionObserver = {
    transformed(resource, type, transformation) {
      const { prefix, seconds: duration, status } = transformation;
      if (status === 'OK') durations.at(type, prefix).observe(duration);
      transformations.at(resource, type, prefix, status).value += 1;
    },
    kms: {
      called: (provider, method, duration, code) => calls.at(provider, method, code).observe(duration),
      keyUsed(provider: string, type: TransformationType, keyId: string) {
        const cells = useOf(type, provider, keyId);
        cells.uses.value += 1;
        cells.used.value = seconds();
      },
      keyReported(provider, keyId) {
        reportOf(provider, keyId).cell.value = seconds();
      },
      invalidKeyReported: (provider, code) => void (invalid.at(provider, code).value += 1),
      generated: (duration) => generation.at().observe(duration),
      missed: () => void (misses.at().value += 1),
      seeds: (provider, count) => void (seeds.at(provider).value = count),
    },
    configured: (hash) => configuration.inUse(hash),
    reloaded: (status) => configuration.reloaded(status),
  };

  return {
    metrics: [
      durations,
      transformations,
      misses,
      generation,
      failures,
      calls,
      uses,
      used,
      reported,
      invalid,
      seeds,
      ...configuration.metrics,
    ],
    observer,
  };
}

interface KeyCells {
  readonly labels: readonly string[];
  readonly uses: Cell;
  readonly used: Cell;
}

const sameAs = (wanted: readonly string[]) => (labels: readonly string[]) =>
  labels.every((label, index) => label === wanted[index]);

/** Remembers {@link MAX_KEYS} results; `drop` is called with the least recently used one when there are more. */
function bounded<Arguments extends readonly string[], Value>(
  make: (...args: Arguments) => Value,
  drop: (value: Value) => void,
): (...args: Arguments) => Value {
  const values = new Map<string, Value>();
  return (...args) => {
    const key = args.join('\0');
    const known = values.get(key);
    const value = known ?? make(...args);
    if (known !== undefined && values.size === 1) return value;
    values.delete(key);
    values.set(key, value);
    const [oldest] = values;
    if (values.size > MAX_KEYS && oldest !== undefined) {
      values.delete(oldest[0]);
      drop(oldest[1]);
    }
    return value;
  };
}
