import { createHash } from 'node:crypto';
import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { numbers, type Metric } from '@pilothouse/runtime/metrics/series.js';

/** Counts reloads of a configuration, as Kubernetes' metrics of configuration controllers do. */
export interface ConfigurationCounts {
  /** Counts a reload. `about` names the configuration, if there are several. */
  readonly reloaded: (status: 'success' | 'failure', ...about: readonly string[]) => void;
  /** Records the hash of the configuration in use; empty for none. */
  readonly inUse: (hash: string, ...about: readonly string[]) => void;
  readonly metrics: readonly Metric[];
}

export interface ConfigurationCountsOptions {
  /** The hash of the server's identity, which is a label. */
  readonly server: string;
  readonly now: () => Date;
}

type Definition = MetricDefinition & { readonly labels: readonly string[] };

/** Labels: `status`, what `about` names, `apiserver_id_hash`; those of `inUse`: what `about` names, `apiserver_id_hash`, `hash`. */
export function createConfigurationCounts(
  definitions: Readonly<Record<'reloads' | 'lastReload' | 'inUse', Definition>>,
  { server, now }: ConfigurationCountsOptions,
): ConfigurationCounts {
  const reloads = numbers(definitions.reloads);
  const lastReload = numbers(definitions.lastReload);
  const inUse = numbers(definitions.inUse);
  return {
    reloaded(status, ...about) {
      reloads.at(status, ...about, server).value += 1;
      lastReload.at(status, ...about, server).value = now().getTime() / 1000;
    },
    inUse(hash, ...about) {
      inUse.forget((labels) => about.every((label, index) => labels[index] === label));
      inUse.at(...about, server, hash).value = 1;
    },
    metrics: [reloads, lastReload, inUse],
  };
}

/** The hash of an identity or a key, as metrics of Kubernetes show it; empty for an empty one. */
export function hashLabel(text: string): string {
  return text === '' ? '' : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
