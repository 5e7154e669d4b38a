import { readFile } from 'node:fs/promises';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import { watchFiles } from '@pilothouse/runtime/files/watched.js';
import { forApiServer } from '@pilothouse/token-authenticators/audiences.js';
import type { OidcOptions } from '@pilothouse/token-authenticators/oidc/options.js';
import { oidcProvider } from '@pilothouse/token-authenticators/oidc/provider.js';
import type { TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { cacheTokens } from '@pilothouse/token-authenticators/token-cache.js';
import { watchReviewer } from '@pilothouse/token-authenticators/webhook-file.js';
import { webhookAuthenticator } from '@pilothouse/token-authenticators/webhook.js';
import type { WebhookOptions } from '../options/authentication.js';
import type { ServerOptions } from '../options/server-options.js';
import { proxyAuthenticator } from './authenticating-proxy.js';
import type { Authenticator } from './authenticator.js';
import { clientCertificateAuthenticator } from './client-certificate.js';
import { parseTokenFile, tokenFileAuthenticator } from './token-file.js';
import { unionAuthenticator } from './union.js';

export interface ConfigureOptions {
  readonly domain: Domain;
  /** The API audiences, which are also the default audiences of tokens. */
  readonly apiAudiences: readonly string[];
  /** Called for files that become unusable, and for services that do not answer. */
  readonly onError: (error: unknown, what: string) => void;
  /** Counts reloads of files; absent without metrics. */
  readonly reloads?: Reloads;
  /** Called for each token that a remote service validates, with whether the answer was cached. */
  readonly onRemembered?: (isRemembered: boolean) => void;
  readonly now: () => Date;
  /** Stops watching files when aborted. */
  readonly signal: AbortSignal;
}

/** The configured authentication methods, except those that need the API's own objects. */
export interface Configured {
  /** Methods without bearer tokens. */
  readonly authenticator: Authenticator;
  /** Token methods that run before service account tokens. */
  readonly localTokens?: readonly TokenAuthenticator[];
  /** Token methods that run after them, since they may call remote services. */
  readonly remoteTokens?: readonly TokenAuthenticator[];
}

/** Timeout of token validation by remote services, in milliseconds. */
const TIMEOUT = 10_000;
/** Milliseconds for which a validated ID token is cached. */
const OIDC_MEMORY = 60_000;

/** Rejects if a configured file is unusable. */
export async function configuredAuthenticators(
  { tokenAuthFile, authentication = {} }: ServerOptions,
  options: ConfigureOptions,
): Promise<Configured> {
  const { proxy, oidc, webhook } = authentication;
  const tokens = async (path: string): Promise<TokenAuthenticator> => {
    const users = await watchOne('token-auth-file', path, (text) => parseTokenFile(text, path), options);
    return forApiServer(tokenFileAuthenticator(users), options.apiAudiences);
  };
  const [fileTokens, oidcTokens, webhookTokens] = await Promise.all([
    tokenAuthFile === undefined ? [] : tokens(tokenAuthFile),
    oidc === undefined ? [] : oidcTokensOf(oidc, options),
    webhook === undefined ? [] : webhookTokensOf(webhook, options),
  ]);
  return {
    authenticator: unionAuthenticator([
      ...(proxy === undefined ? [] : [proxyAuthenticator(proxy)]),
      clientCertificateAuthenticator(options.domain),
    ]),
    localTokens: [fileTokens].flat(),
    remoteTokens: [oidcTokens, webhookTokens].flat(),
  };
}

async function oidcTokensOf(oidc: OidcOptions, options: ConfigureOptions): Promise<TokenAuthenticator> {
  const { issuer, caFile } = oidc;
  const { now, onError } = options;
  const authorities =
    caFile === undefined ? undefined : await watchOne('oidc-ca-file', caFile, authoritiesIn(caFile), options);
  const onProviderError = (error: unknown, name: string): void => onError(error, `the provider ${name}`);
  const tokens = oidcProvider(oidc, {
    caPem: () => authorities?.current(),
    timeout: TIMEOUT,
    onError: onProviderError,
    now,
  });
  const memory = { successes: OIDC_MEMORY, failures: 0, timeout: 2 * TIMEOUT, now };
  const remembered = cacheTokens(tokens, {
    ...memory,
    ...counting(options),
    onError: (error) => onProviderError(error, issuer),
  });
  return forApiServer(remembered, options.apiAudiences);
}

async function webhookTokensOf(webhook: WebhookOptions, options: ConfigureOptions): Promise<TokenAuthenticator> {
  const { configFile, cacheTtl, version } = webhook;
  const { apiAudiences, domain, now, onError, reloads } = options;
  const service = await watchReviewer({
    path: configFile,
    version,
    domain,
    onError: (error) => onError(error, configFile),
    onReload: reloads?.of('authentication-token-webhook-config-file'),
    signal: options.signal,
  });
  const asked = webhookAuthenticator({ service: service.current, apiAudiences, timing: systemTiming });
  const memory = { successes: cacheTtl * 1000, failures: cacheTtl * 1000, timeout: TIMEOUT, now };
  return cacheTokens(asked, {
    ...memory,
    ...counting(options),
    onError: (error) => onError(error, 'the token webhook'),
  });
}

function counting({ onRemembered }: Pick<ConfigureOptions, 'onRemembered'>) {
  return { onHit: () => onRemembered?.(true), onMiss: () => onRemembered?.(false) };
}

/** Returns a parser for PEM text with certificates. */
function authoritiesIn(path: string): (text: string) => string {
  return (text) => readAuthorities(text, path).map(String).join('');
}

function watchOne<T>(
  flag: string,
  path: string,
  parse: (text: string) => T,
  { onError, reloads, signal }: Pick<ConfigureOptions, 'onError' | 'reloads' | 'signal'>,
): Promise<Changing<T>> {
  return watchFiles({
    read: () => readFile(path, 'utf8'),
    parse,
    onError: (error) => onError(error, path),
    onReload: reloads?.of(flag),
    signal,
  });
}
