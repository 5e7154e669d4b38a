import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { RunningServer as RunningApiServer, StartOptions } from '@pilothouse/apiserver/main.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import type { ControllerOptions } from '@pilothouse/controllers/options/controller-options.js';
import { controllerFailures } from './controller-failures.js';
import { heapGrowthLimit } from './heap-growth.js';
import type { Programs } from './kubernetes-programs/programs.js';
import type { RunOptions, Runner, RunningServer } from './runner.js';

/** Runs the API server with its controllers, in this process or in several. Modules are imported on use. */
export const startServer: Runner = async (run, start) => {
  const { workers = 1 } = run;
  return workers === 1 ? startHere(run, start) : startWorkers(run, workers, start);
};

async function startWorkers(
  run: RunOptions,
  workers: number,
  { signal, onStoreBytes: onBytes }: StartOptions,
): Promise<RunningServer> {
  const [{ createLogger }, { superviseWorkers }, { hold }] = await Promise.all([
    import('@pilothouse/runtime/logging/logger.js'),
    import('./workers/supervisor.js'),
    import('./workers/held.js'),
  ]);
  const logger = createLogger(run.server.verbosity);
  const held = await hold(run.server, { logger, onBytes });
  try {
    const running = await superviseWorkers(run, {
      workers,
      signal,
      held,
      onEnd: (worker, cause, delayMs) => logger.warn({ worker, cause, delayMs }, 'a worker ended and is replaced'),
      onStuck: (worker) => logger.warn({ worker }, 'a worker did not stop in time and is killed'),
    });
    return {
      ...running,
      async stop() {
        try {
          await running.stop();
        } finally {
          // Workers use it to their end.
          await held?.close();
        }
      },
    };
  } catch (error) {
    await held?.close();
    throw error;
  }
}

/** Runs the API server with its controllers in this process. */
export const startHere: Runner = async (run, start) => {
  const { server: options, controllers, crds = [], programs = {} } = run;
  const applyCrds = crds.length > 0 ? await loadCrds(crds) : undefined;
  const [{ startApiServer }, startControllers, startPrograms] = await Promise.all([
    import('@pilothouse/apiserver/main.js'),
    controllers && loadControllers(options, controllers),
    Object.keys(programs).length > 0 ? loadPrograms(run, programs) : undefined,
  ]);
  let server: RunningApiServer | undefined;
  try {
    const started = await startApiServer(options, { ...start, onKindsChanged: heapGrowthLimit() });
    server = started;
    await applyCrds?.(started, start.signal);
    const external = await startPrograms?.(started);
    const running = startControllers?.(started);
    return {
      ...started,
      async stop() {
        // Everything continues while clients may still use this server.
        await started.drain();
        try {
          await Promise.all([external?.stop(), running?.stop()]);
        } finally {
          await started.stop();
        }
      },
    };
  } catch (error) {
    await server?.stop();
    throw error;
  }
};

/** Reads the definitions, so that a file that cannot be read prevents the start. */
async function loadCrds(paths: readonly string[]) {
  const [{ createClient }, { applyDefinitions, readDefinitions }] = await Promise.all([
    import('@pilothouse/client/client.js'),
    import('@pilothouse/client/definitions/definitions.js'),
  ]);
  const definitions = await readDefinitions(paths);
  return async ({ connect }: RunningApiServer, signal: AbortSignal): Promise<void> => {
    const transport = connect({ name: 'system:apiserver', groups: ['system:masters'] });
    const client = createClient({ transport, userAgent: NAME });
    await applyDefinitions(client, definitions, { fieldManager: NAME, signal });
  };
}

async function loadControllers(options: ServerOptions, controllers: ControllerOptions) {
  const [{ createLogger }, { runInProcess }] = await Promise.all([
    import('@pilothouse/runtime/logging/logger.js'),
    import('@pilothouse/controllers/in-process.js'),
  ]);
  const logger = createLogger(options.verbosity);
  return ({ connect, rootCa, signLegacyToken, queueMetrics }: RunningApiServer) =>
    runInProcess({
      ...options,
      connect,
      // Only a store in etcd is shared with other servers.
      ...(options.storage.type === 'etcd' && { identity: `${hostname()}_${randomUUID()}` }),
      names: controllers.controllers,
      metrics: queueMetrics,
      config: { ...controllers, rootCa, signLegacyToken },
      onError: controllerFailures(logger, isTransient),
    });
}

async function loadPrograms({ server, controllers }: RunOptions, programs: Programs) {
  const [{ createLogger }, { startPrograms }] = await Promise.all([
    import('@pilothouse/runtime/logging/logger.js'),
    import('./kubernetes-programs/start.js'),
  ]);
  const { certificatesDirectory } = server;
  return (started: RunningApiServer) =>
    startPrograms(started, {
      programs,
      ...(certificatesDirectory !== undefined && { directory: join(dirname(certificatesDirectory), 'programs') }),
      controllers: controllers?.controllers ?? new Set(),
      logger: createLogger(server.verbosity),
    });
}

/** Whether the server reports a temporary failure. */
function isTransient(error: unknown): boolean {
  return error instanceof StatusError && TRANSIENT.has(error.reason);
}

/** User agent and field manager of the definitions that the program applies. */
const NAME = 'pilothouse';
const TRANSIENT: ReadonlySet<string> = new Set(['ServiceUnavailable', 'Timeout', 'TooManyRequests']);
