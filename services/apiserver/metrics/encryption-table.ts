import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';

/** Bounds in seconds; each doubles the one before. */
const doubling = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first * 2 ** index);

const KEY = ['transformation_type', 'provider_name', 'key_id_hash', 'apiserver_id_hash'] as const;

/** Metrics of encryption at rest, with Kubernetes' names, labels, buckets and help. */
export const ENCRYPTION_METRICS = {
  transformationDuration: {
    name: 'apiserver_storage_transformation_duration_seconds',
    type: 'histogram',
    help: 'Latencies in seconds of value transformation operations.',
    labels: ['transformation_type', 'transformer_prefix'],
    buckets: doubling(5e-6, 25),
    stability: 'ALPHA',
  },
  transformations: {
    name: 'apiserver_storage_transformation_operations_total',
    type: 'counter',
    help: "Total number of transformations. Successful transformation will have a status 'OK' and a varied status string when the transformation fails. The status, resource, and transformation_type fields can be used for alerting purposes. For example, you can monitor for encryption/decryption failures using the transformation_type (e.g., from_storage for decryption and to_storage for encryption). Additionally, these fields can be used to ensure that the correct transformers are applied to each resource.",
    labels: ['resource', 'transformation_type', 'transformer_prefix', 'status'],
    stability: 'ALPHA',
  },
  seedMisses: {
    name: 'apiserver_storage_envelope_transformation_cache_misses_total',
    type: 'counter',
    help: 'Total number of cache misses while accessing key decryption key(KEK).',
    labels: [],
    stability: 'ALPHA',
  },
  seedGeneration: {
    name: 'apiserver_storage_data_key_generation_duration_seconds',
    type: 'histogram',
    help: 'Latencies in seconds of data encryption key(DEK) generation operations.',
    labels: [],
    buckets: doubling(5e-6, 14),
    stability: 'ALPHA',
  },
  seedFailures: {
    name: 'apiserver_storage_data_key_generation_failures_total',
    type: 'counter',
    help: 'Total number of failed data encryption key(DEK) generation operations.',
    labels: [],
    stability: 'ALPHA',
  },
  kmsCalls: {
    name: 'apiserver_envelope_encryption_kms_operations_latency_seconds',
    type: 'histogram',
    help: 'KMS operation duration with gRPC error code status total.',
    labels: ['provider_name', 'method_name', 'grpc_status_code'],
    buckets: doubling(1e-4, 20),
    stability: 'ALPHA',
  },
  keyUses: {
    name: 'apiserver_envelope_encryption_key_id_hash_total',
    type: 'counter',
    help: 'Number of times a keyID is used split by transformation type, provider, and apiserver identity.',
    labels: KEY,
    stability: 'ALPHA',
  },
  keyUsed: {
    name: 'apiserver_envelope_encryption_key_id_hash_last_timestamp_seconds',
    type: 'gauge',
    help: 'The last time in seconds when a keyID was used.',
    labels: KEY,
    stability: 'ALPHA',
    merge: 'max',
  },
  keyReported: {
    name: 'apiserver_envelope_encryption_key_id_hash_status_last_timestamp_seconds',
    type: 'gauge',
    help: 'The last time in seconds when a keyID was returned by the Status RPC call.',
    labels: ['provider_name', 'key_id_hash', 'apiserver_id_hash'],
    stability: 'ALPHA',
    merge: 'max',
  },
  invalidKeyIds: {
    name: 'apiserver_envelope_encryption_invalid_key_id_from_status_total',
    type: 'counter',
    help: 'Number of times an invalid keyID is returned by the Status RPC call split by error.',
    labels: ['provider_name', 'error'],
    stability: 'ALPHA',
  },
  seeds: {
    name: 'apiserver_envelope_encryption_dek_source_cache_size',
    type: 'gauge',
    help: 'Number of records in data encryption key (DEK) source cache. On a restart, this value is an approximation of the number of decrypt RPC calls the server will make to the KMS plugin.',
    labels: ['provider_name'],
    stability: 'ALPHA',
    merge: 'max',
  },
  reloads: {
    name: 'apiserver_encryption_config_controller_automatic_reloads_total',
    type: 'counter',
    help: 'Total number of reload successes and failures of encryption configuration split by apiserver identity.',
    labels: ['status', 'apiserver_id_hash'],
    stability: 'ALPHA',
  },
  lastReload: {
    name: 'apiserver_encryption_config_controller_automatic_reload_last_timestamp_seconds',
    type: 'gauge',
    help: 'Timestamp of the last successful or failed automatic reload of encryption configuration split by apiserver identity.',
    labels: ['status', 'apiserver_id_hash'],
    stability: 'ALPHA',
    merge: 'max',
  },
  configuration: {
    name: 'apiserver_encryption_config_controller_last_config_info',
    type: 'gauge',
    help: 'Information about the last applied encryption configuration with hash as label, split by apiserver identity.',
    labels: ['apiserver_id_hash', 'hash'],
    stability: 'ALPHA',
    merge: 'max',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
