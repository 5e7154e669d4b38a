import type { Runner } from './runner.js';

/** The API server with the controllers beside it, whose code is loaded only when they are to be started. */
export const startServer: Runner = async (options, start) => {
  const [{ startApiServer }, { createLogger }, { runInProcess }] = await Promise.all([
    import('@pilothouse/apiserver/main.js'),
    import('@pilothouse/apiserver/logging/logger.js'),
    import('@pilothouse/controllers/in-process.js'),
  ]);
  const server = await startApiServer(options, start);
  const logger = createLogger(options.verbosity);
  const controllers = runInProcess({
    ...options,
    connect: server.connect,
    onError: (controller, error, retryIn) => logger.warn({ controller, error, retryIn }, 'controller failed'),
  });
  return {
    ...server,
    async stop() {
      try {
        await controllers.stop();
      } finally {
        await server.stop();
      }
    },
  };
};
