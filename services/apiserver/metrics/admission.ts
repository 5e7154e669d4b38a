import type { ManifestObserver } from '@pilothouse/admission/manifests/observe.js';
import type { WebhookCall, WebhookObserver } from '@pilothouse/admission/webhooks/observe.js';
import { histogram, numbers, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { createConfigurationCounts, type ConfigurationCountsOptions } from './configuration.js';
import { METRICS } from './table.js';

export interface AdmissionCounts {
  readonly plugin: CountAdmission;
  readonly service: CountAdmission;
  readonly webhook: WebhookObserver;
  readonly manifests: ManifestObserver;
}

export type CountAdmission = (
  name: string,
  operation: string,
  seconds: number,
  outcome: 'admitted' | 'rejected' | 'failed' | 'ignored',
  phase: 'MUTATE' | 'VALIDATE',
) => void;

/** Higher codes are counted as this one, which bounds the number of series. */
const HIGHEST_CODE = 600;

export function createAdmissionCounts(
  options: ConfigurationCountsOptions,
): AdmissionCounts & { readonly metrics: readonly Metric[] } {
  const plugins = histogram(METRICS.pluginDuration);
  const services = histogram(METRICS.webhookDuration);
  const ignored = numbers(METRICS.webhookFailOpen);
  const requests = numbers(METRICS.webhookRequests);
  const rejections = numbers(METRICS.webhookRejections);
  const conditionErrors = numbers(METRICS.conditionErrors);
  const exclusions = numbers(METRICS.conditionExclusions);
  const conditionSeconds = histogram(METRICS.conditionSeconds);
  const { manifestReloads, manifestLastReload, manifestsInUse } = METRICS;
  const manifests = createConfigurationCounts(
    { reloads: manifestReloads, lastReload: manifestLastReload, inUse: manifestsInUse },
    options,
  );
  const counter =
    (durations: typeof plugins): CountAdmission =>
    (name, operation, seconds, outcome, phase) => {
      const type = phase === 'MUTATE' ? 'admit' : 'validate';
      const isRejected = outcome === 'rejected' || outcome === 'failed';
      durations.at(name, type, operation, String(isRejected)).observe(seconds);
      if (outcome === 'ignored') ignored.at(name, type).value += 1;
    };
  const webhook: WebhookObserver = {
    called({ webhook: name, phase, operation, seconds, outcome, isIgnored }) {
      const isFailOpen = outcome.type === 'failed' && isIgnored;
      const isRejected = outcome.type !== 'admitted' && !isFailOpen;
      const code = String(Math.min(HIGHEST_CODE, codeOf(outcome)));
      services.at(name, phase, operation, String(isRejected)).observe(seconds);
      requests.at(name, phase, operation, code, String(isRejected)).value += 1;
      if (isFailOpen) ignored.at(name, phase).value += 1;
      if (isRejected) rejections.at(name, phase, operation, errorTypeOf(outcome), code).value += 1;
    },
    conditions({ webhook: name, phase, operation, seconds, isExcluded, problems }) {
      const labels = [name, 'webhook', phase, operation] as const;
      conditionSeconds.at(...labels).observe(seconds);
      if (problems > 0) conditionErrors.at(...labels).value += problems;
      if (isExcluded) exclusions.at(...labels).value += 1;
    },
  };
  return {
    metrics: [
      plugins,
      services,
      ignored,
      requests,
      rejections,
      conditionErrors,
      exclusions,
      conditionSeconds,
      ...manifests.metrics,
    ],
    plugin: counter(plugins),
    service: counter(services),
    webhook,
    manifests: {
      loaded(name, hash) {
        manifests.reloaded('success', name);
        manifests.inUse(hash, name);
      },
      failed: (name) => manifests.reloaded('failure', name),
    },
  };
}

/** The code of the answer; 0 if the server cannot use it (Kubernetes' rule). */
function codeOf(outcome: WebhookCall['outcome']): number {
  switch (outcome.type) {
    case 'admitted':
      return 200;
    case 'refused':
    case 'failed':
      return outcome.error.code;
    case 'unusable':
      return 0;
  }
}

function errorTypeOf({ type }: WebhookCall['outcome']): string {
  if (type === 'failed') return 'calling_webhook_error';
  return type === 'unusable' ? 'apiserver_internal_error' : 'no_error';
}
