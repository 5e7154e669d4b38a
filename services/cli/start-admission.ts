import { once } from 'node:events';
import type { AdmissionRunner } from './runner.js';

/** Runs the admission service. Its modules are imported on use. */
export const startAdmission: AdmissionRunner = async (options, { signal, onStart, onReady }) => {
  const [{ startAdmission: start }, { createLogger }] = await Promise.all([
    import('@pilothouse/admission-service/service/start.js'),
    import('@pilothouse/runtime/logging/logger.js'),
  ]);
  const service = await start(options, createLogger(options.verbosity));
  try {
    onStart(service);
    service.ready.then(onReady, () => undefined);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await service.stop();
  }
};
