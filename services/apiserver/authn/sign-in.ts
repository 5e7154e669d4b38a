import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { forApiServer } from '@pilothouse/token-authenticators/audiences.js';
import type { TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { unionTokenAuthenticator } from '@pilothouse/token-authenticators/union.js';
import type { Resource } from '../registry/resource.js';
import type { TokenConfig } from '../serviceaccount/config.js';
import type { BoundObjectSource } from '../serviceaccount/token-liveness.js';
import type { Authenticator } from './authenticator.js';
import { bearerTokenAuthenticator } from './bearer-token.js';
import { bootstrapTokenAuthenticator } from './bootstrap-token.js';
import type { Configured } from './configured.js';
import { serviceAccountAuthenticator } from './service-account.js';
import { unionAuthenticator } from './union.js';

export interface SignInOptions extends Configured {
  /** The verification of service account tokens. */
  readonly config: TokenConfig;
  readonly domain: Domain;
  readonly boundObjects: BoundObjectSource;
  /** The secrets of bootstrap tokens; undefined if disabled. */
  readonly bootstrapSecrets: Resource | undefined;
}

/** All authentication methods. */
export interface SignIn {
  readonly authenticator: Authenticator;
  /** The methods for bearer tokens. */
  readonly tokens: TokenAuthenticator;
}

/** Orders the methods: local ones run before remote ones. */
export function signIn(options: SignInOptions): SignIn {
  const {
    authenticator,
    localTokens = [],
    remoteTokens = [],
    config,
    domain,
    boundObjects,
    bootstrapSecrets,
  } = options;
  const bootstrap =
    bootstrapSecrets && bootstrapTokenAuthenticator({ secrets: bootstrapSecrets, domain, now: boundObjects.now });
  const tokens = unionTokenAuthenticator([
    ...localTokens,
    serviceAccountAuthenticator({ config, domain, source: boundObjects }),
    ...(bootstrap ? [forApiServer(bootstrap, config.audiences)] : []),
    ...remoteTokens,
  ]);
  const bearer = bearerTokenAuthenticator(tokens, config.audiences);
  return { authenticator: unionAuthenticator([authenticator, bearer]), tokens };
}
