import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Transport } from '@pilothouse/client/transport.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { serveMetrics } from '@pilothouse/runtime/metrics/server.js';
import { createMetrics } from '../metrics/metrics.js';
import type { ConsoleOptions, OpenIdFlags } from '../options/console-options.js';
import { createUpstream } from '../proxy/upstream.js';
import { sealedCookie, type SealedCookie } from '../session/cookies.js';
import { sessionKeys } from '../session/keys.js';
import type { Grant } from '../session/session.js';
import { createSealer } from '../session/seal.js';
import { createSessions } from '../session/sessions.js';
import { oneTimeCodes } from '../sign-in/one-time-codes.js';
import { createOpenId, type OpenId } from '../sign-in/openid.js';
import { grantOfToken } from '../sign-in/token.js';
import { createApp } from './app.js';
import { readAssets } from './assets.js';
import { listen } from './listen.js';
import { CALLBACK } from './openid-routes.js';
import { readAt, type Watching } from './watched-text.js';

/** A running console. */
export interface RunningConsole {
  /** URL of the page. */
  readonly url: string;
  readonly metrics?: string;
  readonly stop: () => Promise<void>;
}

export interface StartOptions {
  readonly logger: Logger;
  /** Connections to the API server, without credentials. The console closes them. */
  readonly transport: Transport;
  /** Signs in the administrator of a server beside the console; absent for a console alone. */
  readonly local?: LocalAdministrator;
}

export interface LocalAdministrator {
  /** The user's name, which the page shows. */
  readonly name: string;
  /** Connections as the administrator. The console closes them. */
  readonly transport: Transport;
  /** Called with each new link, at the start and when the former one was used. */
  readonly onLink: (link: string) => void;
}

/** Starts the console. Rejects if a file cannot be used or an address cannot be bound. */
export async function startConsole(options: ConsoleOptions, start: StartOptions): Promise<RunningConsole> {
  const { bindAddress: host, securePort, tls, externalUrl, sessionLifetime, metrics: endpoint } = options;
  const { logger, transport, local } = start;
  const stopping = new AbortController();
  const { signal } = stopping;
  const metrics = createMetrics();
  const onError = (error: unknown): void => logger.warn({ error }, 'non-fatal error');
  const stops: (() => Promise<void>)[] = [() => transport.close(), ...(local ? [() => local.transport.close()] : [])];
  const stop = async (): Promise<void> => {
    stopping.abort();
    for (const each of stops.toReversed()) await each();
  };
  try {
    const onReload = (flag: string) => metrics.reloads.of(flag);
    const [assets, keys] = await Promise.all([
      readAssets(),
      sessionKeys(options.sessionKeyFile, { signal, onError, onReload: onReload('session-key-file') }),
    ]);
    const unready = (): string | undefined => (signal.aborted ? 'the console is stopping' : undefined);
    const health =
      endpoint === 'off' ? undefined : await serveMetrics({ endpoint, metrics, unready, about: options.about });
    if (health !== undefined) stops.push(() => health.close());
    const server = await listen({ host, port: securePort, tls, signal, onError, onReload: onReload('tls-cert-file') });
    stops.push(() => server.close());
    const url = externalUrl ?? server.url;
    const codes = local && oneTimeCodes({ user: local.name, onUsed: () => local.onLink(link()) });
    const link = (): string => `${url}/sign-in#${codes?.current() ?? ''}`;
    const secure = url.startsWith('https:');
    const sealer = createSealer(keys.current);
    const cookieOf = (name: string): SealedCookie =>
      sealedCookie({ sealer, name: secure ? name : `${name}-${server.port}`, secure });
    const domain = createDomain(options.domain);
    const ofToken = (token: unknown): Promise<Grant> => grantOfToken(token, { transport, domain });
    const provider =
      options.openId && (await openIdOf(options.openId, { url, grantOf: ofToken, watching: { signal, onError } }));
    server.serve(
      createApp({
        assets,
        sessions: createSessions(cookieOf('console'), sessionLifetime * 1000, Date.now),
        externalUrl,
        secure,
        server: options.server.url,
        upstream: createUpstream({ plain: transport, ...(local && { local: local.transport }) }),
        userAgent: 'pilothouse-console',
        signIns: {
          ...(provider && { openid: { provider, pending: cookieOf('console-sign-in') } }),
          token: ofToken,
          ...(codes && { code: codes.use }),
        },
        onAnswer: ({ path }, { statusCode }) =>
          metrics.answered(path.startsWith('/k8s/') ? 'api' : path === '/session' ? 'session' : 'page', statusCode),
        onFailure: (error) => logger.warn({ error }, 'the API server does not answer'),
        onError,
      }),
    );
    local?.onLink(link());
    return { url, ...(health && { metrics: health.url }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface OpenIdContext {
  /** URL of the page. */
  readonly url: string;
  readonly grantOf: (idToken: string) => Promise<Grant>;
  readonly watching: Watching;
}

async function openIdOf(flags: OpenIdFlags, { url, grantOf, watching }: OpenIdContext): Promise<OpenId> {
  const { issuer, clientId, clientSecretFile, caFile, scopes } = flags;
  const [clientSecret, caPem] = await Promise.all([readAt(clientSecretFile, watching), readAt(caFile, watching)]);
  return createOpenId({
    issuer,
    clientId,
    clientSecret: () => clientSecret()?.trim(),
    caPem,
    scopes,
    redirectUri: `${url}${CALLBACK}`,
    signedOutUri: `${url}/`,
    grantOf,
    now: Date.now,
  });
}
