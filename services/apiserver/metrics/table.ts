import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';

/** Seconds. */
const REQUEST_SECONDS = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
/** Seconds, each the double of the one before. */
const SIGN_IN_SECONDS = Array.from({ length: 15 }, (_, index) => 2 ** index / 1000);
const ADMISSION_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5];
const CONVERSION_SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60];
/** Seconds. */
const WAIT_SECONDS = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];
/** Seconds: half an hour, 1, 2, 6 and 12 hours, 1, 2, 4 and 7 days, and months and a year of 30 and 360 days. */
const CERTIFICATE_SECONDS = [0, 0.5, 1, 2, 6, 12, 24, 48, 96, 168, 720, 2160, 4320, 8640].map((hours) => hours * 3600);
/** Bytes: from 1 KB to 1 GB. */
const RESPONSE_BYTES = Array.from({ length: 7 }, (_, index) => 1000 * 10 ** index);
/** Bytes: from 1 KiB to 128 KiB. */
const EVENT_BYTES = Array.from({ length: 8 }, (_, index) => 1024 * 2 ** index);

const ABOUT = ['group', 'version', 'resource', 'subresource', 'scope', 'component'] as const;
const ADMISSION = ['name', 'type', 'operation', 'rejected'] as const;

/** Every metric of the API server, once. Those that Kubernetes has too have its names, labels and buckets. */
export const METRICS = {
  requests: {
    name: 'apiserver_request_total',
    type: 'counter',
    help: 'Requests that were answered, a watch at its end.',
    labels: ['verb', 'dry_run', ...ABOUT, 'code'],
    stability: 'STABLE',
  },
  requestDuration: {
    name: 'apiserver_request_duration_seconds',
    type: 'histogram',
    help: 'How long requests took, a watch from its beginning to its end.',
    labels: ['verb', 'dry_run', ...ABOUT],
    buckets: REQUEST_SECONDS,
    stability: 'STABLE',
  },
  responseSizes: {
    name: 'apiserver_response_sizes',
    type: 'histogram',
    help: 'Bytes of the answers to reads, as they were sent.',
    labels: ['verb', ...ABOUT],
    buckets: RESPONSE_BYTES,
    stability: 'STABLE',
  },
  longRunning: {
    name: 'apiserver_longrunning_requests',
    type: 'gauge',
    help: 'Watches and the like that are open.',
    labels: ['verb', ...ABOUT],
    stability: 'STABLE',
  },
  inFlight: {
    name: 'apiserver_current_inflight_requests',
    type: 'gauge',
    help: 'The most requests that were under way at once in the last second, without watches and the like.',
    labels: ['request_kind'],
    stability: 'STABLE',
  },
  inQueue: {
    name: 'apiserver_current_inqueue_requests',
    type: 'gauge',
    help: 'The most requests that waited for a place at once in the last second.',
    labels: ['request_kind'],
    stability: 'ALPHA',
  },
  executing: {
    name: 'apiserver_flowcontrol_current_executing_requests',
    type: 'gauge',
    help: 'Places that are taken now. What needs none, such as requests of system:masters, is not counted.',
    labels: ['request_kind'],
    stability: 'ALPHA',
  },
  refusedRequests: {
    name: 'apiserver_flowcontrol_rejected_requests_total',
    type: 'counter',
    help: 'Requests that were answered with 429: queue-full where too many waited, time-out where it took too long, memory where there was too little to begin.',
    labels: ['request_kind', 'reason'],
    stability: 'ALPHA',
  },
  waitDuration: {
    name: 'apiserver_flowcontrol_request_wait_duration_seconds',
    type: 'histogram',
    help: 'How long requests waited for a place that had to; execute is false for those that were refused in the end.',
    labels: ['request_kind', 'execute'],
    buckets: WAIT_SECONDS,
    stability: 'ALPHA',
  },
  deprecatedApis: {
    name: 'apiserver_requested_deprecated_apis',
    type: 'gauge',
    help: 'Deprecated versions of APIs that somebody has asked for since the start: always 1.',
    labels: ['group', 'version', 'resource', 'subresource', 'removed_release'],
    stability: 'STABLE',
  },
  watchEvents: {
    name: 'apiserver_watch_events_total',
    type: 'counter',
    help: 'Events that were sent in watches.',
    labels: ['group', 'version', 'kind'],
    stability: 'ALPHA',
  },
  watchEventSizes: {
    name: 'apiserver_watch_events_sizes',
    type: 'histogram',
    help: 'Bytes of the events that were sent in watches.',
    labels: ['group', 'version', 'kind'],
    buckets: EVENT_BYTES,
    stability: 'ALPHA',
  },
  handshakeErrors: {
    name: 'apiserver_tls_handshake_errors_total',
    type: 'counter',
    help: 'Connections whose TLS handshake failed.',
    labels: [],
    stability: 'ALPHA',
  },
  servingCertificateEnd: {
    name: 'apiserver_serving_certificate_expiration_timestamp_seconds',
    type: 'gauge',
    help: 'When the serving certificate ends, in seconds since 1970.',
    labels: [],
    stability: 'ALPHA',
  },
  storageObjects: {
    name: 'apiserver_storage_objects',
    type: 'gauge',
    help: 'Objects that are stored, as the watch cache knows them; -1 where it does not.',
    labels: ['resource'],
    stability: 'STABLE',
  },
  etcdDuration: {
    name: 'etcd_request_duration_seconds',
    type: 'histogram',
    help: 'How long calls to etcd took. The type is a resource with its group, and empty for all else.',
    labels: ['operation', 'type'],
    buckets: REQUEST_SECONDS,
    stability: 'ALPHA',
  },
  cacheInitializations: {
    name: 'apiserver_watch_cache_initializations_total',
    type: 'counter',
    help: 'Times that the watch cache read the whole state. There is one cache of all resources.',
    labels: ['resource'],
    stability: 'ALPHA',
  },
  storageSize: {
    name: 'apiserver_storage_size_bytes',
    type: 'gauge',
    help: 'Bytes that the files of the embedded store take.',
    labels: ['storage_cluster_id'],
    stability: 'STABLE',
  },
  storageQuota: {
    name: 'pilothouse_storage_quota_bytes',
    type: 'gauge',
    help: 'The most bytes that the files of the embedded store may take.',
    labels: [],
    stability: 'ALPHA',
  },
  storageShortage: {
    name: 'pilothouse_storage_out_of_space',
    type: 'gauge',
    help: '1 while the embedded store refuses writes that need more space, else 0.',
    labels: [],
    stability: 'ALPHA',
  },
  cacheMismatches: {
    name: 'apiserver_watch_cache_mismatches_total',
    type: 'counter',
    help: 'Times that the watch cache was found to differ from the store, and was read anew.',
    labels: [],
    stability: 'ALPHA',
  },
  authenticationAttempts: {
    name: 'authentication_attempts',
    type: 'counter',
    help: 'Requests whose sender was to be found: success, failure where nobody was known, or error.',
    labels: ['result'],
    stability: 'ALPHA',
  },
  authenticationDuration: {
    name: 'authentication_duration_seconds',
    type: 'histogram',
    help: 'How long that took.',
    labels: ['result'],
    buckets: SIGN_IN_SECONDS,
    stability: 'ALPHA',
  },
  clientCertificateExpiration: {
    name: 'apiserver_client_certificate_expiration_seconds',
    type: 'histogram',
    help: 'Distribution of the remaining lifetime of the client certificates that requests are authenticated with.',
    labels: [],
    buckets: CERTIFICATE_SECONDS,
    stability: 'ALPHA',
  },
  authenticatedUsers: {
    name: 'authenticated_user_requests',
    type: 'counter',
    help: 'Requests of known users. Few names are told; all others are other, or email_id with an @.',
    labels: ['username'],
    stability: 'ALPHA',
  },
  tokenCache: {
    name: 'authentication_token_cache_request_total',
    type: 'counter',
    help: 'Tokens that OpenID Connect or a webhook is to say the owner of: hit where that was remembered, else miss.',
    labels: ['status'],
    stability: 'ALPHA',
  },
  authorizationAttempts: {
    name: 'authorization_attempts_total',
    type: 'counter',
    help: 'Decisions about requests: allowed, denied, no-opinion (which is a no as well), or error.',
    labels: ['result'],
    stability: 'ALPHA',
  },
  authorizationDuration: {
    name: 'authorization_duration_seconds',
    type: 'histogram',
    help: 'How long decisions took.',
    labels: ['result'],
    buckets: SIGN_IN_SECONDS,
    stability: 'ALPHA',
  },
  pluginDuration: {
    name: 'apiserver_admission_controller_admission_duration_seconds',
    type: 'histogram',
    help: 'How long built-in admission plugins took.',
    labels: ADMISSION,
    buckets: ADMISSION_SECONDS,
    stability: 'STABLE',
  },
  serviceDuration: {
    name: 'apiserver_admission_webhook_admission_duration_seconds',
    type: 'histogram',
    help: 'How long admission services took.',
    labels: ADMISSION,
    buckets: [...ADMISSION_SECONDS, 10, 25],
    stability: 'STABLE',
  },
  serviceFailOpen: {
    name: 'apiserver_admission_webhook_fail_open_count',
    type: 'counter',
    help: 'Times that an admission service gave no useful answer and the request went on without it.',
    labels: ['name', 'type'],
    stability: 'ALPHA',
  },
  conversionRequests: {
    name: 'apiserver_conversion_webhook_request_total',
    type: 'counter',
    help: 'Number of requests to conversion webhooks of custom resources.',
    labels: ['result', 'failure_type'],
    stability: 'ALPHA',
  },
  conversionDuration: {
    name: 'apiserver_conversion_webhook_duration_seconds',
    type: 'histogram',
    help: 'Latency of requests to conversion webhooks of custom resources.',
    labels: ['result', 'failure_type'],
    buckets: CONVERSION_SECONDS,
    stability: 'ALPHA',
  },
  auditEvents: {
    name: 'apiserver_audit_event_total',
    type: 'counter',
    help: 'Audit events that were made for a backend; of several, for the one with the most.',
    labels: [],
    stability: 'ALPHA',
  },
  auditErrors: {
    name: 'apiserver_audit_error_total',
    type: 'counter',
    help: 'Audit events that could not be written, or for which there was no room.',
    labels: ['plugin'],
    stability: 'ALPHA',
  },
  features: {
    name: 'kubernetes_feature_enabled',
    type: 'gauge',
    help: 'Feature gates, by their stage: 1 where the feature is on, else 0.',
    labels: ['name', 'stage'],
    stability: 'ALPHA',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
