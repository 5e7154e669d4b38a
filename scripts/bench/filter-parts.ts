import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { bearerTokenAuthenticator } from '@pilothouse/apiserver/authn/bearer-token.js';
import { parseTokenFile, tokenFileAuthenticator } from '@pilothouse/apiserver/authn/token-file.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { DEFAULT_FEATURES } from '@pilothouse/apiserver/features/gates.js';
import { createServerMetrics } from '@pilothouse/apiserver/metrics/server-metrics.js';
import { flowControlOf } from '@pilothouse/apiserver/server/flow-control/compose.js';
import { realEnvironment } from '@pilothouse/apiserver/registry/environment.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import type { PipelineOptions } from '@pilothouse/apiserver/server/pipeline.js';
import { largeAuthorizer } from './authorization.js';

/** The user `user-0`, who has some of the roles and bindings. */
export const TOKEN = 'bench-token';

/** The parts of a server's filters, with 1,000 roles and 2,000 bindings. */
export function pipelineOptions(): PipelineOptions {
  const logger = createLogger(0);
  const users = parseTokenFile(`${TOKEN},user-0,user-0,dev\n`, 'tokens');
  const authorizer: Authorizer = largeAuthorizer((index) => `user-${index % 500}`);
  const features = DEFAULT_FEATURES;
  const clock = (): number => performance.now();
  const requestTimeout = 60_000;
  return {
    authenticator: bearerTokenAuthenticator(tokenFileAuthenticator({ current: () => users }), []),
    authorizer,
    logger,
    domain: createDomain(),
    metrics: createServerMetrics({ features, clock, now: () => new Date() }),
    environment: realEnvironment,
    features,
    overload: {
      flowControl: flowControlOf({ environment: realEnvironment, requestTimeout }),
      isMemoryScarce: () => false,
    },
    requestTimeout,
  };
}
