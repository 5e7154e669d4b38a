import type { Runner } from './runner.js';

/** The API server, whose code is loaded only when one is to be started. */
export const startServer: Runner = async (options, start) => {
  const { startApiServer } = await import('@pilothouse/apiserver/main.js');
  return startApiServer(options, start);
};
