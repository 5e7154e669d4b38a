import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { RunningServer } from '@pilothouse/apiserver/main.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import type { ControllerOptions } from '@pilothouse/controllers/options/controller-options.js';
import type { Runner } from './runner.js';

/** The API server, with controllers beside it where they are to run. Code is loaded only when it is to be started. */
export const startServer: Runner = async ({ server: options, controllers }, start) => {
  const [{ startApiServer }, startControllers] = await Promise.all([
    import('@pilothouse/apiserver/main.js'),
    controllers && loadControllers(options, controllers),
  ]);
  const server = await startApiServer(options, start);
  const running = startControllers?.(server);
  return {
    ...server,
    async stop() {
      try {
        await running?.stop();
      } finally {
        await server.stop();
      }
    },
  };
};

async function loadControllers(options: ServerOptions, controllers: ControllerOptions) {
  const [{ createLogger }, { runInProcess }] = await Promise.all([
    import('@pilothouse/runtime/logging/logger.js'),
    import('@pilothouse/controllers/in-process.js'),
  ]);
  const logger = createLogger(options.verbosity);
  return ({ connect, caPem, signLegacyToken }: RunningServer) =>
    runInProcess({
      ...options,
      connect,
      // Only a store in etcd has other servers beside this one.
      ...(options.storage.type === 'etcd' && { identity: `${hostname()}_${randomUUID()}` }),
      names: controllers.controllers,
      config: { ...controllers, rootCa: caPem, signLegacyToken },
      onError: (controller, error, retryIn) =>
        logger[isPassing(error) ? 'info' : 'warn']({ controller, error, retryIn }, 'controller failed'),
    });
}

/** Whether the server, which says so itself, cannot answer for a while. */
function isPassing(error: unknown): boolean {
  return error instanceof StatusError && PASSING.has(error.reason);
}

const PASSING: ReadonlySet<string> = new Set(['ServiceUnavailable', 'Timeout', 'TooManyRequests']);
