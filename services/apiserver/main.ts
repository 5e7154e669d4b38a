import { hostname } from 'node:os';
import { createDomain, type Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { derived } from '@pilothouse/apimachinery/changing/changing.js';
import type { Tracing } from '@pilothouse/runtime/tracing/open-telemetry.js';
import { createLogger, type Logger } from '@pilothouse/runtime/logging/logger.js';
import { VERSION } from '@pilothouse/runtime/version.js';
import type { Audit } from './audit/audit.js';
import { configuredAdmission } from './admission/configured.js';
import { configuredAuthenticators } from './authn/configured.js';
import { DEFAULT_FEATURES } from './features/gates.js';
import { DEFAULT_OVERLOAD } from './options/flow-control.js';
import type { ServerOptions } from './options/server-options.js';
import { createServerMetrics, type ServerMetrics } from './metrics/server-metrics.js';
import { USUAL_OPERATIONS } from './options/operations.js';
import { createDefinitionParts, type DefinitionParts } from '@pilothouse/kinds/apiextensions/parts.js';
import { builtInResources, virtualResources } from '@pilothouse/kinds/built-in.js';
import type { ResourceDefinition, ServedDefinition } from '@pilothouse/kinds/definition/definition.js';
import { realEnvironment } from './registry/environment.js';
import { servedAs, type IsServed } from './registry/served.js';
import { watchProxyCertificate } from './server/aggregation/proxy-certificate.js';
import { createApi } from './server/api.js';
import { auditOf } from './server/auditing.js';
import { possibleConnections } from './server/listener/connection-limit.js';
import { watchCertificates, type OwnCertificates } from './server/certificates/certificates.js';
import { publishIdentity, publishService } from './server/publish/publish.js';
import { certificateMetric, readinessMetric } from './server/read-metrics.js';
import { trustOf } from './server/certificates/authentication-trust.js';
import { watchAuthorities } from './server/certificates/client-authorities.js';
import { clientIssuer } from './server/certificates/client-issuer.js';
import { identityName } from './server/publish/identity-lease.js';
import { inProcessTransport } from './server/in-process.js';
import { watchKubeletFiles } from './server/kubelets.js';
import { listen } from './server/listener/listener.js';
import { beginOwnCertificates, reachableHost } from './server/certificates/own-certificates.js';
import { isFirst, renewalOf, shareOfLimits } from './server/start/share.js';
import type { RunningServer } from './server/start/running-server.js';
import { createShutdown } from './server/start/shutdown.js';
import type { StartOptions } from './server/start/start-options.js';
import { addressOf } from './server/stores/held.js';
import { closeStores, openStores, type Stores } from './server/stores/stores.js';
import { tracingOf } from './server/tracing.js';
import { tokenConfig } from './serviceaccount/config.js';
import { watchTokenKeys } from './serviceaccount/key-files.js';
import { legacyClaims } from './serviceaccount/legacy-claims.js';
import { signToken } from './serviceaccount/sign.js';

export type { RunningServer, StartOptions };

/** Starts an API server. Resolves when it serves requests. On failure, releases all resources and rejects. */
export async function startApiServer(options: ServerOptions, start: StartOptions): Promise<RunningServer> {
  const logger = start.logger ?? createLogger(options.verbosity);
  const domain = createDomain(options);
  const definitionParts = createDefinitionParts();
  const { operations = USUAL_OPERATIONS, features = DEFAULT_FEATURES } = options;
  const { ManifestBasedAdmissionControlConfig: reservesStaticNames } = features;
  const definitions = builtInResources(domain, { ...options, definitionParts, reservesStaticNames });
  const isServed = servedOf(options, [...definitions, ...virtualResources(domain)]);
  const off = new AbortController();
  const answered = new AbortController();
  const clock = (): number => performance.now();
  const metrics = createServerMetrics({
    features,
    clock,
    now: realEnvironment.now,
    identity: identityName({ hostname: hostname(), port: options.securePort }),
    reloads: start.reloads,
    showHidden: operations.showHiddenMetrics,
    share: start.share,
  });
  const tracer = await tracingOf(options, { domain, logger, metrics });
  const isTraced = tracer !== undefined;
  const { onStoreBytes: onBytes } = start;
  const stores = await openStores(options, {
    address: addressOf(options),
    definitions,
    domain,
    logger,
    metrics,
    clock,
    isTraced,
    onBytes,
    remote: start.share?.store,
  });
  // The signal aborts only the start. Once started, the server runs until stop().
  const giveUp = (): void => answered.abort(start.signal.reason);
  start.signal.addEventListener('abort', giveUp, { once: true });
  if (start.signal.aborted) giveUp();
  stores.lost.addEventListener('abort', () => answered.abort(stores.lost.reason), { once: true });
  let audit: Audit | undefined;
  try {
    // The lock of the store also protects the directory, in which only one process may generate certificates.
    const { certificates, stored } = await beginOwnCertificates(options, realEnvironment.now());
    const { reloads } = metrics;
    audit = await auditOf(options, {
      domain,
      logger,
      reloads,
      part: start.share,
      signal: off.signal,
      now: realEnvironment.now,
    });
    return await serve(options, {
      ...start,
      definitions,
      definitionParts,
      stores,
      domain,
      isServed,
      logger,
      certificates,
      stored,
      metrics,
      ...(audit && { audit }),
      ...(tracer && { tracer }),
      off,
      answered,
    });
  } catch (error) {
    off.abort();
    answered.abort();
    await closeStores(stores.all);
    await Promise.all([audit?.close(), tracer?.close()]);
    throw error;
  } finally {
    start.signal.removeEventListener('abort', giveUp);
  }
}

/** Throws Error for unknown keys of `--runtime-config`. */
function servedOf({ runtimeConfig = new Map() }: ServerOptions, definitions: readonly ServedDefinition[]): IsServed {
  const served = servedAs(runtimeConfig, definitions);
  if (served.ok) return served.isServed;
  throw new Error(served.problems.join('; '));
}

interface Parts extends StartOptions {
  readonly definitions: readonly ResourceDefinition[];
  readonly definitionParts: DefinitionParts;
  readonly stores: Stores;
  readonly domain: Domain;
  readonly isServed: IsServed;
  readonly logger: Logger;
  readonly certificates: OwnCertificates;
  /** Resolves when new certificates are stored. */
  readonly stored: Promise<void>;
  readonly metrics: ServerMetrics;
  readonly audit?: Audit;
  readonly tracer?: Tracing;
  /** Aborted when the server stops. */
  readonly off: AbortController;
  /** Aborted after the last response. */
  readonly answered: AbortController;
}

async function serve(options: ServerOptions, parts: Parts): Promise<RunningServer> {
  const { stores, certificates, audit, tracer, metrics, domain, logger, off, answered, signal, share } = parts;
  const { lost } = stores;
  const { serviceAccounts = {}, certificatesDirectory: directory } = options;
  const { operations = USUAL_OPERATIONS, features = DEFAULT_FEATURES } = options;
  const overload = shareOfLimits(options.overload ?? DEFAULT_OVERLOAD, share);
  const watching = {
    signal: off.signal,
    onError: (error: unknown, what: string) => logger.warn({ error }, `authentication error: ${what}`),
  };
  const { reloads } = metrics;
  const served = await watchCertificates({
    files: options.servingCertificate,
    own: certificates,
    ...renewalOf(share, realEnvironment.now),
    signal: off.signal,
    onError: (error) =>
      logger.warn({ error }, 'reload of the serving certificate failed; the previous one stays in use'),
    ...(options.servingCertificate && { onReload: reloads.of('tls-cert-file') }),
  });
  metrics.add(certificateMetric(() => served.current().serving));
  const isGiven = options.servingCertificate !== undefined;
  const keys = await watchTokenKeys(
    {
      ...serviceAccounts,
      directory,
      ...(isGiven && { servingKeyPem: () => served.current().serving.keyPem }),
    },
    {
      signal: off.signal,
      onError: (error) =>
        logger.warn({ error }, 'reload of the service account keys failed; the previous ones stay in use'),
      onReload: reloads.of('service-account-key-file'),
    },
  );
  const tokens = tokenConfig(serviceAccounts, keys.current);
  const proxyClientCertificate = await watchProxyCertificate(options, { logger, reloads, signal: off.signal });
  const kubelets =
    options.kubelets && (await watchKubeletFiles(options.kubelets, { logger, reloads, signal: off.signal }));
  const [configured, authorities, admission] = await Promise.all([
    configuredAuthenticators(options, {
      domain,
      ...watching,
      apiAudiences: tokens.audiences,
      reloads,
      onRemembered: metrics.access.tokenCacheLookup,
      now: realEnvironment.now,
    }),
    watchAuthorities({
      ...watching,
      onReload: reloads.of('client-ca-file'),
      own: certificates.ca.certPem,
      users: options.clientCaFile,
      proxies: options.authentication?.proxy?.caFile,
    }),
    configuredAdmission(options.admission, {
      domain,
      uuid: realEnvironment.uuid,
      observer: metrics.admission.service,
      reloads,
      signal: answered.signal,
      onError: (error, service) => logger.warn({ error, service }, 'admission service does not respond'),
      onRecovered: (service) => logger.info({ service }, 'admission service responds again'),
    }),
  ]);
  const shutdown = createShutdown(operations.shutdownDelay);
  const host = reachableHost(options.bindAddress);
  let port = options.securePort;
  const { handler, areWaiting, started } = await createApi({
    ...parts,
    signal: answered.signal,
    features,
    ...(options.serviceNetwork && { serviceNetwork: options.serviceNetwork }),
    ...(options.authorizationModes && { authorizationModes: options.authorizationModes }),
    environment: realEnvironment,
    ...configured,
    admission: {
      ...options.admission,
      ...admission,
      part: share,
      reloads,
      observer: metrics.admission.plugin,
    },
    operations: {
      ...operations,
      store: options.storage.type === 'etcd' ? 'etcd' : 'store',
      isShuttingDown: shutdown.isUnderWay,
      config: configOf(options),
      ...(options.flags && { flags: options.flags }),
    },
    ...(options.authentication && { authentication: options.authentication }),
    tokens,
    proxyClientCertificate,
    ...(kubelets && { kubelets }),
    trust: trustOf(authorities, options.authentication?.proxy),
    address: () => `${host}:${port}`,
    version: VERSION,
    requestTimeout: overload.requestTimeout,
    minRequestTimeout: overload.minRequestTimeout,
    concurrency: overload,
  });
  // Awaited below.
  started.catch(() => undefined);
  // No client gets a certificate that an interruption would lose.
  await parts.stored;
  const listening = await listen({
    host: options.bindAddress,
    port: options.securePort,
    certificate: () => served.current().serving,
    clientAuthorities: authorities.current,
    handler,
    areWaiting,
    onHandshakeError: metrics.handshakeFailed,
    isEnding: shutdown.isEnding,
    requestTimeout: overload.requestTimeout,
    maxConnections: overload.maxConnections || possibleConnections(),
    maxStreams: overload.maxStreamsPerConnection,
    goAway: { chance: overload.goAwayChance, random: realEnvironment.random },
    onWarning: (error) => logger.warn({ error }, 'connection limit reached'),
    ...(share && { connections: share.connections }),
  });
  for (const shown of [served, authorities]) shown.onChange(listening.renew, off.signal);
  // Applies changes that came while the listener was opened.
  listening.renew();
  ({ port } = listening);
  try {
    await started;
    signal.throwIfAborted();
  } catch (error) {
    await listening.close(0);
    throw error;
  }
  const connect: RunningServer['connect'] = (user) => inProcessTransport(handler, user);
  // Without the store, no request can be served during a drain.
  const drain = async (): Promise<void> => {
    if (lost.aborted) return;
    // Clients in the cluster use the other servers from now on.
    leaving.abort();
    await shutdown.begin();
  };
  const publication = { connect, port, domain, logger, signal: off.signal };
  const leaving = new AbortController();
  const published = isFirst(share)
    ? [
        ...(options.storage.type === 'etcd' && features.APIServerIdentity ? [publishIdentity(publication)] : []),
        publishService({ ...publication, signal: leaving.signal }, options, stores.main),
      ]
    : [];
  metrics.add(readinessMetric(() => !shutdown.isUnderWay()));
  return {
    url: `https://${host}:${port}`,
    port,
    certificates: served,
    rootCa: derived(served, ({ caPem }) => caPem),
    connect,
    signLegacyToken: (account, secret) =>
      signToken(keys.current().signing, legacyClaims(account, secret, parts.domain)),
    authority: certificates.ca,
    issueClientCertificate: clientIssuer(certificates.ca, realEnvironment.now),
    queueMetrics: metrics.queue,
    lost,
    drain,
    async stop(grace = overload.requestTimeout) {
      await drain();
      off.abort();
      leaving.abort();
      await Promise.all([...published, listening.close(lost.aborted ? 0 : grace)]);
      answered.abort();
      await closeStores(stores.all);
      await Promise.all([audit?.close(), tracer?.close()]);
    },
  };
}

/** Options in `/configz`, without the flags, which `/flagz` shows. */
function configOf({ flags: _flags, ...options }: ServerOptions): object {
  return options;
}
