import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import type { Tracer } from '@pilothouse/runtime/tracing/span.js';
import type { Authenticator } from '../authn/authenticator.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { Audit } from '../audit/audit.js';
import type { Features } from '../features/gates.js';
import type { ServerMetrics } from '../metrics/server-metrics.js';
import type { Environment } from '../registry/environment.js';
import type { Filter, Handler } from '../request/context.js';
import { identifyRequests } from './filters/audit-id.js';
import { auditFilters } from './filters/audit.js';
import { authenticate } from './filters/authentication.js';
import { authorize } from './filters/authorization.js';
import { compressLarge } from './filters/compression.js';
import { deadline } from './filters/deadline.js';
import { answerErrors } from './filters/errors.js';
import { gateQueries } from './filters/feature-gates.js';
import { limitRequests, type FlowControlFilterOptions } from './filters/flow-control.js';
import { impersonate } from './filters/impersonation.js';
import { publicDocuments } from './filters/public-documents.js';
import { logRequests } from './filters/request-log.js';
import { countRequests } from './filters/request-metrics.js';
import { awaitStart, type StartingOptions } from './filters/starting.js';
import { addHeaders } from './filters/headers.js';
import { tracingFilters } from './filters/tracing.js';
import { refuseWhenLost } from './ownership.js';

export interface PipelineOptions {
  readonly authenticator: Authenticator;
  /** Whether requests without credentials are accepted; true when absent. */
  readonly anonymous?: boolean;
  readonly authorizer: Authorizer;
  /** Documents for clients without credentials, by path; none when absent. */
  readonly publicDocuments?: ReadonlyMap<string, Handler>;
  readonly logger: Logger;
  readonly domain: Domain;
  /** Auditing is disabled when absent. */
  readonly audit?: Audit;
  /** No metrics when absent. */
  readonly metrics?: Pick<ServerMetrics, 'requests'>;
  readonly environment: Environment;
  readonly features: Features;
  readonly overload: FlowControlFilterOptions;
  /** Aborted when another server takes over the store. */
  readonly lost?: AbortSignal;
  /** Startup that requests wait for; none when absent. */
  readonly starting?: StartingOptions;
  /** Timeout in milliseconds of requests other than watches. */
  readonly requestTimeout: number;
  /** Tracing is off when absent. */
  readonly tracer?: Tracer;
}

/** Filter chain of all requests, outermost first. */
export function pipeline(options: PipelineOptions, endpoint: Handler): Handler {
  const audit = options.audit && auditFilters({ ...options, audit: options.audit });
  const {
    features,
    domain,
    anonymous,
    logger,
    tracer,
    publicDocuments: documents = new Map<string, Handler>(),
  } = options;
  const tracing = tracer && tracingFilters(tracer);
  const onRejected = throttled((reason) => logger.info({ reason }, 'credentials were refused'));
  const gated = gateQueries({ features, metaGroup: domain.group('meta') });
  const filters: readonly Filter[] = [
    ...(options.metrics === undefined ? [] : [countRequests(options.metrics.requests)]),
    logRequests(logger),
    identifyRequests(options.environment),
    ...(audit === undefined ? [] : [audit.begin]),
    ...(tracing === undefined ? [] : [tracing.begin]),
    ...(features.APIResponseCompression ? [compressLarge()] : []),
    addHeaders,
    answerErrors(options),
    ...(options.lost === undefined ? [] : [refuseWhenLost(options.lost)]),
    ...(documents.size === 0 ? [] : [publicDocuments(documents)]),
    // Before authentication, which may read the store or call a webhook.
    deadline(options.requestTimeout),
    ...(options.starting === undefined ? [] : [awaitStart(options.starting)]),
    authenticate(options.authenticator, { ...(anonymous !== undefined && { anonymous }), onRejected }),
    ...(tracing === undefined ? [] : [tracing.accept]),
    ...(audit === undefined ? [] : [audit.record]),
    impersonate(options),
    limitRequests(options.overload),
    authorize(options.authorizer),
    ...(gated === undefined ? [] : [gated]),
  ];
  return filters.reduceRight((next, filter) => filter(next), endpoint);
}
