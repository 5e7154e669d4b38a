import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { PluginOptions } from '@pilothouse/admission/options/plugin-options.js';
import { PLUGIN_NAMES } from '@pilothouse/admission/plugin.js';
import type { RunningServer } from '@pilothouse/apiserver/main.js';
import { DEFAULT_PLUGINS } from '@pilothouse/apiserver/options/admission-plugins.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import type { ControllerOptions } from '@pilothouse/controllers/options/controller-options.js';
import { controllerFailures } from './controller-failures.js';
import type { Runner } from './runner.js';

/** The API server, with controllers beside it where they are to run. Code is loaded only when it is to be started. */
export const startServer: Runner = async ({ server: options, controllers, admission: settings }, start) => {
  const [{ startApiServer }, startControllers, admission] = await Promise.all([
    import('@pilothouse/apiserver/main.js'),
    controllers && loadControllers(options, controllers),
    settings && admissionBeside(options, settings),
  ]);
  let server: RunningServer | undefined;
  try {
    const beside = admission && {
      admissionServices: [{ name: 'in-process', service: admission.service }],
      reloads: admission.reloads,
    };
    const started = await startApiServer(options, { ...start, ...beside });
    server = started;
    admission?.connect(started.connect(admission.user));
    const running = startControllers?.(started);
    return {
      ...started,
      async stop() {
        // Everything goes on as long as others may still think that this server is there.
        await started.drain();
        try {
          // Admission plugins go on answering for requests under way, by what they know by then.
          await Promise.all([running?.stop(), admission?.stop()]);
        } finally {
          await started.stop();
        }
      },
    };
  } catch (error) {
    await admission?.stop();
    await server?.stop();
    throw error;
  }
};

/** The plugins that the server does not have itself, as an admission service; undefined where all of them are off. */
async function admissionBeside({ admission, ...options }: ServerOptions, settings: PluginOptions) {
  const plugins = admission?.plugins ?? DEFAULT_PLUGINS;
  if (!PLUGIN_NAMES.some((name) => plugins.includes(name))) return undefined;
  const [{ createLogger }, { createReloads }, { runInProcess }, { ADMISSION_SERVICE: name }] = await Promise.all([
    import('@pilothouse/runtime/logging/logger.js'),
    import('@pilothouse/runtime/files/reloads.js'),
    import('@pilothouse/admission/in-process.js'),
    import('@pilothouse/apiserver/server/bootstrap-rbac/controller-rights.js'),
  ]);
  const logger = createLogger(options.verbosity);
  const reloads = createReloads(() => new Date());
  const running = await runInProcess({
    ...options,
    plugins,
    settings,
    reloads,
    onError: (error, what) =>
      logger[isPassing(error) ? 'info' : 'warn']({ error, what }, 'admission plugins have trouble'),
  });
  return { ...running, reloads, user: { name, groups: [] } };
}

async function loadControllers(options: ServerOptions, controllers: ControllerOptions) {
  const [{ createLogger }, { runInProcess }] = await Promise.all([
    import('@pilothouse/runtime/logging/logger.js'),
    import('@pilothouse/controllers/in-process.js'),
  ]);
  const logger = createLogger(options.verbosity);
  return ({ connect, rootCa, signLegacyToken, queueMetrics }: RunningServer) =>
    runInProcess({
      ...options,
      connect,
      // Only a store in etcd has other servers beside this one.
      ...(options.storage.type === 'etcd' && { identity: `${hostname()}_${randomUUID()}` }),
      names: controllers.controllers,
      metrics: queueMetrics,
      config: { ...controllers, rootCa, signLegacyToken },
      onError: controllerFailures(logger, isPassing),
    });
}

/** Whether the server, which says so itself, cannot answer for a while. */
function isPassing(error: unknown): boolean {
  return error instanceof StatusError && PASSING.has(error.reason);
}

const PASSING: ReadonlySet<string> = new Set(['ServiceUnavailable', 'Timeout', 'TooManyRequests']);
