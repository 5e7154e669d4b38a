import { once } from 'node:events';
import type { ReviewRunner } from './runner.js';

/** Runs the token-review service. Its modules are imported on use. */
export const startTokenReview: ReviewRunner = async (options, { signal, onReady }) => {
  const [{ startTokenReview: start }, { createLogger }] = await Promise.all([
    import('@pilothouse/token-review/service/start.js'),
    import('@pilothouse/runtime/logging/logger.js'),
  ]);
  const service = await start(options, { logger: createLogger(options.verbosity) });
  try {
    onReady(service);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await service.stop();
  }
};
