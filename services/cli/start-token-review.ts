import { once } from 'node:events';
import type { ReviewRunner } from './runner.js';

/** The token-review service, whose code is loaded only when it is to be started. */
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
