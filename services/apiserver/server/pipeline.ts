import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { Authenticator } from '../authn/authenticator.js';
import type { Authorizer } from '../authz/authorizer.js';
import type { Filter, Handler } from '../request/context.js';
import { authenticate } from './filters/authentication.js';
import { authorize } from './filters/authorization.js';
import { compressLarge } from './filters/compression.js';
import { deadline } from './filters/deadline.js';
import { answerErrors } from './filters/errors.js';
import { impersonate } from './filters/impersonation.js';
import { logRequests } from './filters/request-log.js';
import { sendWarnings } from './filters/warnings.js';

export interface PipelineOptions {
  readonly authenticator: Authenticator;
  /** Whether requests without credentials are taken; true when absent. */
  readonly anonymous?: boolean;
  readonly authorizer: Authorizer;
  readonly logger: Logger;
  readonly domain: Domain;
  /** Milliseconds that a request other than a watch may take. */
  readonly requestTimeout: number;
}

/** The way of every request, outermost first. */
export function pipeline(options: PipelineOptions, endpoint: Handler): Handler {
  const filters: readonly Filter[] = [
    logRequests(options.logger),
    compressLarge,
    sendWarnings,
    answerErrors(options),
    authenticate(options.authenticator, options.anonymous),
    impersonate(options),
    deadline(options.requestTimeout),
    authorize(options.authorizer),
  ];
  return filters.reduceRight((next, filter) => filter(next), endpoint);
}
