import type { Runner } from './runner.js';

/** The API server with the controllers beside it, whose code is loaded only when they are to be started. */
export const startServer: Runner = async (options, start) => {
  const [{ startApiServer }, { runControllers }] = await Promise.all([
    import('@pilothouse/apiserver/main.js'),
    import('@pilothouse/controllers/in-process.js'),
  ]);
  const server = await startApiServer(options, start);
  const controllers = runControllers(server.connect('system:kube-controller-manager'));
  return {
    ...server,
    async stop() {
      await controllers.stop();
      await server.stop();
    },
  };
};
