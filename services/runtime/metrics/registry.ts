import { collectDefaultMetrics, Registry, type RegistryContentType } from 'prom-client';

/** Milliseconds between two looks at how late the event loop is; each of them wakes the process. */
const LATENESS_PRECISION = 500;

/** A registry that tells of the process: `process_*` and `nodejs_*`. It counts from now on. */
export function processRegistry<Type extends RegistryContentType>(contentType: Type): Registry<Type> {
  // The library declares no argument of the constructor, and takes the type only afterwards.
  const registry = new Registry<Type>();
  registry.setContentType(contentType);
  collectDefaultMetrics({ register: registry as Registry, eventLoopMonitoringPrecision: LATENESS_PRECISION });
  return registry;
}
