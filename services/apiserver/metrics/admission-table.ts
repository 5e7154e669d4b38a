import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';

const ADMISSION_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5];
const ADMISSION = ['name', 'type', 'operation', 'rejected'] as const;
const CONDITIONS = ['name', 'kind', 'type', 'operation'] as const;

/** Metrics of admission, with the names of Kubernetes. */
export const ADMISSION_METRICS = {
  pluginDuration: {
    name: 'apiserver_admission_controller_admission_duration_seconds',
    type: 'histogram',
    help: 'Admission controller latency histogram in seconds, identified by name and broken out for each operation and type (validate or admit).',
    labels: ADMISSION,
    buckets: ADMISSION_SECONDS,
    stability: 'STABLE',
  },
  webhookDuration: {
    name: 'apiserver_admission_webhook_admission_duration_seconds',
    type: 'histogram',
    help: 'Admission webhook latency histogram in seconds, for webhooks and admission services, identified by name and broken out for each operation and type (admit, validating or validate).',
    labels: ADMISSION,
    buckets: [...ADMISSION_SECONDS, 10, 25],
    stability: 'STABLE',
  },
  webhookFailOpen: {
    name: 'apiserver_admission_webhook_fail_open_count',
    type: 'counter',
    help: 'Admission webhook fail open count, for webhooks and admission services, identified by name and broken out for each admission type (admit, validating or validate).',
    labels: ['name', 'type'],
    stability: 'ALPHA',
  },
  webhookRequests: {
    name: 'apiserver_admission_webhook_request_total',
    type: 'counter',
    help: 'Admission webhook request total, identified by name and broken out for each admission type (validating or admit) and operation. Additional labels specify whether the request was rejected or not and an HTTP status code. Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.',
    labels: ['name', 'type', 'operation', 'code', 'rejected'],
    stability: 'ALPHA',
  },
  webhookRejections: {
    name: 'apiserver_admission_webhook_rejection_count',
    type: 'counter',
    help: 'Admission webhook rejection count, identified by name and broken out for each admission type (validating or admit) and operation. Additional labels specify an error type (calling_webhook_error or apiserver_internal_error if an error occurred; no_error otherwise) and optionally a non-zero rejection code if the webhook rejects the request with an HTTP status code (honored by the apiserver when the code is greater or equal to 400). Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.',
    labels: ['name', 'type', 'operation', 'error_type', 'rejection_code'],
    stability: 'ALPHA',
  },
  conditionErrors: {
    name: 'apiserver_admission_match_condition_evaluation_errors_total',
    type: 'counter',
    help: 'Admission match condition evaluation errors count, identified by name of resource containing the match condition and broken out for each kind containing matchConditions (webhook or policy), operation and admission type (validate or admit).',
    labels: CONDITIONS,
    stability: 'ALPHA',
  },
  conditionExclusions: {
    name: 'apiserver_admission_match_condition_exclusions_total',
    type: 'counter',
    help: 'Admission match condition evaluation exclusions count, identified by name of resource containing the match condition and broken out for each kind containing matchConditions (webhook or policy), operation and admission type (validate or admit).',
    labels: CONDITIONS,
    stability: 'ALPHA',
  },
  conditionSeconds: {
    name: 'apiserver_admission_match_condition_evaluation_seconds',
    type: 'histogram',
    help: 'Admission match condition evaluation time in seconds, identified by name and broken out for each kind containing matchConditions (webhook or policy), operation and type (validate or admit).',
    labels: CONDITIONS,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25],
    stability: 'ALPHA',
  },
  manifestReloads: {
    name: 'apiserver_manifest_admission_config_controller_automatic_reloads_total',
    type: 'counter',
    help: 'Total number of automatic reloads of admission manifest configuration split by status, plugin, and apiserver identity.',
    labels: ['status', 'plugin', 'apiserver_id_hash'],
    stability: 'ALPHA',
  },
  manifestLastReload: {
    name: 'apiserver_manifest_admission_config_controller_automatic_reload_last_timestamp_seconds',
    type: 'gauge',
    help: 'Timestamp of the last automatic reload of admission manifest configuration split by status, plugin, and apiserver identity.',
    labels: ['status', 'plugin', 'apiserver_id_hash'],
    stability: 'ALPHA',
    merge: 'max',
  },
  manifestsInUse: {
    name: 'apiserver_manifest_admission_config_controller_last_config_info',
    type: 'gauge',
    help: 'Information about the last applied admission manifest configuration with hash as label, split by plugin and apiserver identity.',
    labels: ['plugin', 'apiserver_id_hash', 'hash'],
    stability: 'ALPHA',
    merge: 'max',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
