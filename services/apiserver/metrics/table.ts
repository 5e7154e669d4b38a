import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { ADMISSION_METRICS } from './admission-table.js';
import { PROCESS_METRICS } from './process-table.js';
import { SERVICES_METRICS } from './services-table.js';
import { ENCRYPTION_METRICS } from './encryption-table.js';
import { FLOW_CONTROL_METRICS } from './flow-control-table.js';

/** Seconds. */
const REQUEST_SECONDS = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
/** Seconds. */
const SLI_SECONDS = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
/** Seconds; each bucket doubles the one before. */
const AUTHENTICATION_SECONDS = Array.from({ length: 15 }, (_, index) => 2 ** index / 1000);
const CONVERSION_SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60];
/** Seconds: from half an hour to 360 days. */
const CERTIFICATE_SECONDS = [0, 0.5, 1, 2, 6, 12, 24, 48, 96, 168, 720, 2160, 4320, 8640].map((hours) => hours * 3600);
/** Bytes: from 1 KB to 1 GB. */
const RESPONSE_BYTES = Array.from({ length: 7 }, (_, index) => 1000 * 10 ** index);
/** Bytes: from 1 KiB to 128 KiB. */
const EVENT_BYTES = Array.from({ length: 8 }, (_, index) => 1024 * 2 ** index);

const ABOUT = ['group', 'version', 'resource', 'subresource', 'scope', 'component'] as const;

/** All metrics of the API server. Those that Kubernetes has too have its names, labels, buckets and help. */
export const METRICS = {
  requests: {
    name: 'apiserver_request_total',
    type: 'counter',
    help: 'Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
    labels: ['verb', 'dry_run', ...ABOUT, 'code'],
    stability: 'STABLE',
  },
  requestDuration: {
    name: 'apiserver_request_duration_seconds',
    type: 'histogram',
    help: 'Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
    labels: ['verb', 'dry_run', ...ABOUT],
    buckets: REQUEST_SECONDS,
    stability: 'STABLE',
  },
  requestSli: {
    name: 'apiserver_request_sli_duration_seconds',
    type: 'histogram',
    help: 'Response latency distribution (not counting webhook duration and priority & fairness queue wait times) in seconds for each verb, group, version, resource, subresource, scope and component.',
    labels: ['verb', ...ABOUT],
    buckets: SLI_SECONDS,
    stability: 'ALPHA',
  },
  requestTerminations: {
    name: 'apiserver_request_terminations_total',
    type: 'counter',
    help: 'Number of requests which apiserver terminated in self-defense.',
    labels: ['verb', ...ABOUT, 'code'],
    stability: 'ALPHA',
  },
  responseSizes: {
    name: 'apiserver_response_sizes',
    type: 'histogram',
    help: 'Response size distribution in bytes for each group, version, verb, resource, subresource, scope and component.',
    labels: ['verb', ...ABOUT],
    buckets: RESPONSE_BYTES,
    stability: 'STABLE',
  },
  longRunning: {
    name: 'apiserver_longrunning_requests',
    type: 'gauge',
    help: 'Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component.',
    labels: ['verb', ...ABOUT],
    stability: 'STABLE',
  },
  inFlight: {
    name: 'apiserver_current_inflight_requests',
    type: 'gauge',
    help: 'Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
    labels: ['request_kind'],
    stability: 'STABLE',
  },
  inQueue: {
    name: 'apiserver_current_inqueue_requests',
    type: 'gauge',
    help: 'Maximal number of queued requests in this apiserver per request kind in last second.',
    labels: ['request_kind'],
    stability: 'ALPHA',
  },
  ...FLOW_CONTROL_METRICS,
  ...ENCRYPTION_METRICS,
  deprecatedApis: {
    name: 'apiserver_requested_deprecated_apis',
    type: 'gauge',
    help: 'Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
    labels: ['group', 'version', 'resource', 'subresource', 'removed_release'],
    stability: 'STABLE',
    merge: 'max',
  },
  deprecatedRequests: {
    name: 'pilothouse_deprecated_api_requests_total',
    type: 'counter',
    help: 'Number of requests to deprecated APIs, by the program in the user agent. Clients after the first hundreds are counted as "other".',
    labels: ['group', 'version', 'resource', 'subresource', 'client'],
    stability: 'ALPHA',
  },
  watchEvents: {
    name: 'apiserver_watch_events_total',
    type: 'counter',
    help: 'Number of events sent to watch clients.',
    labels: ['group', 'version', 'kind'],
    stability: 'ALPHA',
  },
  watchEventSizes: {
    name: 'apiserver_watch_events_sizes',
    type: 'histogram',
    help: 'Watch event size distribution in bytes.',
    labels: ['group', 'version', 'kind'],
    buckets: EVENT_BYTES,
    stability: 'ALPHA',
  },
  handshakeErrors: {
    name: 'apiserver_tls_handshake_errors_total',
    type: 'counter',
    help: 'Number of connections whose TLS handshake failed.',
    labels: [],
    stability: 'ALPHA',
  },
  logBackends: {
    name: 'kube_apiserver_pod_logs_insecure_backend_total',
    type: 'counter',
    help: 'Total number of requests for pods/logs sliced by usage type: enforce_tls, skip_tls_allowed, skip_tls_denied',
    labels: ['usage'],
    stability: 'ALPHA',
  },
  logCertificateFailures: {
    name: 'kube_apiserver_pod_logs_backend_tls_failure_total',
    type: 'counter',
    help: 'Total number of requests for pods/logs that failed due to kubelet server TLS verification',
    labels: [],
    stability: 'ALPHA',
  },
  streams: {
    name: 'apiserver_websocket_streaming_requests_total',
    type: 'counter',
    help: 'Total number of WebSocket streaming requests (exec/attach/portforward) routed by the API server, labeled by subresource and proxy_type. proxy_type is always proxied_to_kubelet.',
    labels: ['subresource', 'proxy_type'],
    stability: 'ALPHA',
  },
  storageObjects: {
    name: 'apiserver_storage_objects',
    type: 'gauge',
    help: 'Number of stored objects, as counted by the watch cache, split by resource. The value is -1 if the cache is not ready.',
    labels: ['resource'],
    stability: 'STABLE',
    merge: 'max',
  },
  etcdDuration: {
    name: 'etcd_request_duration_seconds',
    type: 'histogram',
    help: 'Etcd request latency in seconds for each operation and object type. The type is empty for requests about no resource.',
    labels: ['operation', 'type'],
    buckets: REQUEST_SECONDS,
    stability: 'ALPHA',
  },
  cacheInitializations: {
    name: 'apiserver_watch_cache_initializations_total',
    type: 'counter',
    help: 'Counter of watch cache initializations. All resources share one cache.',
    labels: ['resource'],
    stability: 'ALPHA',
  },
  storageSize: {
    name: 'apiserver_storage_size_bytes',
    type: 'gauge',
    help: 'Size of the storage database file physically allocated in bytes.',
    labels: ['storage_cluster_id'],
    stability: 'STABLE',
    merge: 'max',
  },
  storageQuota: {
    name: 'pilothouse_storage_quota_bytes',
    type: 'gauge',
    help: 'Maximum size in bytes of the files of the embedded store.',
    labels: [],
    stability: 'ALPHA',
    merge: 'max',
  },
  storageShortage: {
    name: 'pilothouse_storage_out_of_space',
    type: 'gauge',
    help: '1 while the embedded store rejects writes that need more space, else 0.',
    labels: [],
    stability: 'ALPHA',
    merge: 'max',
  },
  storageDamage: {
    name: 'pilothouse_storage_damaged_segments_total',
    type: 'counter',
    help: 'Segments and manifests of the embedded store that did not match their checksums or were missing, and were written again from memory.',
    labels: [],
    stability: 'ALPHA',
    merge: 'max',
  },
  cacheMismatches: {
    name: 'apiserver_watch_cache_mismatches_total',
    type: 'counter',
    help: 'Number of times that the watch cache differed from the store and was reinitialized.',
    labels: [],
    stability: 'ALPHA',
  },
  consistencyChecks: {
    name: 'apiserver_storage_consistency_checks_total',
    type: 'counter',
    help: 'Counter for status of consistency checks between etcd and watch cache',
    labels: ['group', 'resource', 'status'],
    stability: 'ALPHA',
  },
  authenticationAttempts: {
    name: 'authentication_attempts',
    type: 'counter',
    help: 'Counter of authenticated attempts, by result: success, failure (no authenticator knows the credentials) or error.',
    labels: ['result'],
    stability: 'ALPHA',
  },
  authenticationDuration: {
    name: 'authentication_duration_seconds',
    type: 'histogram',
    help: 'Authentication duration in seconds broken out by result.',
    labels: ['result'],
    buckets: AUTHENTICATION_SECONDS,
    stability: 'ALPHA',
  },
  clientCertificateExpiration: {
    name: 'apiserver_client_certificate_expiration_seconds',
    type: 'histogram',
    help: 'Distribution of the remaining lifetime on the certificate used to authenticate a request.',
    labels: [],
    buckets: CERTIFICATE_SECONDS,
    stability: 'ALPHA',
  },
  authenticatedUsers: {
    name: 'authenticated_user_requests',
    type: 'counter',
    help: 'Counter of authenticated requests broken out by username. Only well-known names have a label value of their own; the others are other, or email_id if they contain an @.',
    labels: ['username'],
    stability: 'ALPHA',
  },
  tokenCache: {
    name: 'authentication_token_cache_request_total',
    type: 'counter',
    help: 'Counter of lookups in the cache of OpenID Connect and webhook tokens: hit or miss.',
    labels: ['status'],
    stability: 'ALPHA',
  },
  authorizationAttempts: {
    name: 'authorization_attempts_total',
    type: 'counter',
    help: 'Counter of authorization attempts broken down by result: allowed, denied, no-opinion (also denied) or error.',
    labels: ['result'],
    stability: 'ALPHA',
  },
  authorizationDuration: {
    name: 'authorization_duration_seconds',
    type: 'histogram',
    help: 'Authorization duration in seconds broken out by result.',
    labels: ['result'],
    buckets: AUTHENTICATION_SECONDS,
    stability: 'ALPHA',
  },
  ...ADMISSION_METRICS,
  conversionRequests: {
    name: 'apiserver_conversion_webhook_request_total',
    type: 'counter',
    help: 'Counter for conversion webhook requests with success/failure and failure error type.',
    labels: ['result', 'failure_type'],
    stability: 'ALPHA',
  },
  conversionDuration: {
    name: 'apiserver_conversion_webhook_duration_seconds',
    type: 'histogram',
    help: 'Conversion webhook request latency in seconds.',
    labels: ['result', 'failure_type'],
    buckets: CONVERSION_SECONDS,
    stability: 'ALPHA',
  },
  auditEvents: {
    name: 'apiserver_audit_event_total',
    type: 'counter',
    help: 'Counter of audit events generated and sent to the audit backend. With several backends, the largest count is shown.',
    labels: [],
    stability: 'ALPHA',
  },
  auditErrors: {
    name: 'apiserver_audit_error_total',
    type: 'counter',
    help: 'Counter of audit events that failed to be audited properly. Plugin identifies the plugin affected by the error.',
    labels: ['plugin'],
    stability: 'ALPHA',
  },
  ...SERVICES_METRICS,
  ...PROCESS_METRICS,
} as const satisfies Readonly<Record<string, MetricDefinition>>;
