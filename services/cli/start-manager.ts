import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createDomain, type Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { followingTransport } from '@pilothouse/client/following-transport.js';
import type { ControllersConfig } from '@pilothouse/controllers/catalog.js';
import { countedTransport } from '@pilothouse/controllers/manager/counted-transport.js';
import type { ManagerOptions } from '@pilothouse/controllers/options/manager-options.js';
import type { Connect } from '@pilothouse/controllers/run.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import { controllerFailures } from './controller-failures.js';
import type { ManagerRunner } from './runner.js';

const SELF = 'this process';

/** Runs the controller manager. Its modules are imported on use. */
export const startManager: ManagerRunner = async (options, { signal, onReady, onLeader }) => {
  const [
    { allControllers },
    { connectAsAccounts },
    { watchManagerFiles },
    { runManager },
    { createReloads },
    { createLogger },
  ] = await Promise.all([
    import('@pilothouse/controllers/catalog.js'),
    import('@pilothouse/controllers/manager/connect.js'),
    import('@pilothouse/controllers/manager/files.js'),
    import('@pilothouse/controllers/manager/run-manager.js'),
    import('@pilothouse/runtime/files/reloads.js'),
    import('@pilothouse/runtime/logging/logger.js'),
  ]);
  const logger = createLogger(options.verbosity);
  const domain = createDomain(options.domain);
  const { controllers: names, election } = options;
  const reloads = createReloads(() => new Date());
  const watching = {
    signal,
    reloads,
    onError: (error: unknown): void => logger.warn({ error }, 'a file is invalid: its former content stays in use'),
  };
  const { connection, rootCa } = await watchManagerFiles({ ...options, ...watching });
  const config: ControllersConfig = { ...options, rootCa, signLegacyToken: await signer(options, domain, watching) };
  const onError = controllerFailures(logger);
  const identity = `${hostname()}_${randomUUID()}`;
  let leader: string | undefined;
  const serving = await serve(options, reloads, () =>
    leader === undefined ? 'the leader is not known yet' : undefined,
  );
  const connectAs: Connect = options.useServiceAccountCredentials
    ? connectAsAccounts({ connection, domain, onError, signal })
    : () => followingTransport(connection);
  try {
    onReady({ server: connection.current().url, metrics: serving?.url });
    return await runManager({
      controllers: allControllers(config).filter(({ name }) => names.has(name)),
      connect:
        serving === undefined
          ? connectAs
          : (account) =>
              countedTransport(connectAs(account), {
                counts: serving.metrics.client,
                host: () => new URL(connection.current().url).host,
                clock: () => performance.now(),
              }),
      domain,
      identity,
      signal,
      onLeader(holder) {
        leader = holder;
        onLeader(holder === identity ? SELF : holder);
      },
      onError,
      ...(election && { election }),
      ...(serving && { metrics: serving.metrics }),
    });
  } finally {
    await serving?.close();
  }
};

async function serve(
  { metrics: endpoint, about }: ManagerOptions,
  reloads: Reloads,
  unready: () => string | undefined,
) {
  if (endpoint === 'off') return undefined;
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('@pilothouse/controllers/metrics/metrics.js'),
    import('@pilothouse/runtime/metrics/server.js'),
  ]);
  const metrics = createMetrics(reloads.metrics);
  return { metrics, ...(await serveMetrics({ endpoint, metrics, unready, about })) };
}

interface Watching {
  readonly signal: AbortSignal;
  readonly reloads: Reloads;
  readonly onError: (error: unknown) => void;
}

/** Signs token Secrets. Without a key, the controller that needs it does not run. */
async function signer(
  { signingKeyFile }: ManagerOptions,
  domain: Domain,
  { reloads, ...watching }: Watching,
): Promise<ControllersConfig['signLegacyToken']> {
  if (signingKeyFile === undefined) return () => Promise.reject(new Error('there is no token signing key'));
  const [{ watchTokenKeys }, { signToken }, { legacyClaims }] = await Promise.all([
    import('@pilothouse/apiserver/serviceaccount/key-files.js'),
    import('@pilothouse/apiserver/serviceaccount/sign.js'),
    import('@pilothouse/apiserver/serviceaccount/legacy-claims.js'),
  ]);
  const keys = await watchTokenKeys(
    { signingKeyFile },
    { ...watching, onReload: reloads.of('service-account-private-key-file') },
  );
  return (account, secret) => signToken(keys.current().signing, legacyClaims(account, secret, domain));
}
