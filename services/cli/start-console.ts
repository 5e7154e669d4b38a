import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { changing, derived } from '@pilothouse/apimachinery/changing/changing.js';
import type { HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import type { ConsoleOptions } from '@pilothouse/console/options/console-options.js';
import type { ConsoleRunner, ConsoleBeside } from './runner.js';

/** Runs the console. Its modules are imported on use. */
export const startConsole: ConsoleRunner = async (options, { signal, onReady }) => {
  const [{ startConsole: start }, { createLogger }, { followingTransport }, { watchFiles }] = await load();
  const logger = createLogger(options.verbosity);
  const { url, caFile } = options.server;
  const connection =
    caFile === undefined
      ? changing<HttpsTransportOptions>({ url })
      : await watchFiles<HttpsTransportOptions>({
          read: () => readFile(caFile, 'utf8'),
          parse: (caPem) => ({ url, caPem }),
          onError: (error) => logger.warn({ error, what: caFile }, 'non-fatal error'),
          signal,
        });
  const service = await start(options, { logger, transport: followingTransport(connection) });
  try {
    onReady(service);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await service.stop();
  }
};

/** Seconds of a session. */
const LIFETIME = 12 * 60 * 60;

/** Runs the console beside a server of this process, whose administrator signs in by a one-time link. */
export const startConsoleBeside: ConsoleBeside = async ({ url, certificates }, { port, server, onLink }) => {
  const [{ startConsole: start }, { createLogger }, { followingTransport }] = await load();
  const { apiDomain, labelDomain, verbosity } = server;
  const options: ConsoleOptions = {
    bindAddress: '127.0.0.1',
    securePort: port,
    server: { url },
    sessionLifetime: LIFETIME,
    domain: { ...(apiDomain !== undefined && { apiDomain }), ...(labelDomain !== undefined && { labelDomain }) },
    metrics: 'off',
    verbosity,
  };
  const administrator = followingTransport(
    derived(certificates, ({ caPem, admin }) => ({ url, caPem, credentials: { ...admin } })),
  );
  return start(options, {
    logger: createLogger(verbosity),
    transport: followingTransport(derived(certificates, ({ caPem }) => ({ url, caPem }))),
    local: { name: ADMINISTRATOR, transport: administrator, onLink },
  });
};

/** The user of the kubeconfig that the server writes. */
const ADMINISTRATOR = 'kubernetes-admin';

function load() {
  return Promise.all([
    import('@pilothouse/console/service/start.js'),
    import('@pilothouse/runtime/logging/logger.js'),
    import('@pilothouse/client/following-transport.js'),
    import('@pilothouse/runtime/files/watched.js'),
  ]);
}
