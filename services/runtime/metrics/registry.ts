import { collectDefaultMetrics, Registry, type RegistryContentType } from 'prom-client';

/** Interval in milliseconds at which event loop lag is sampled; each sample wakes the process. */
const LATENESS_PRECISION = 500;

/** A registry without metrics. */
export function emptyRegistry<Type extends RegistryContentType>(contentType: Type): Registry<Type> {
  // The library does not declare this constructor argument and otherwise sets the type only later.
  const registry = new Registry<Type>();
  registry.setContentType(contentType);
  return registry;
}

/** A registry with metrics of the process: `process_*` and `nodejs_*`. Collection starts now. */
export function processRegistry<Type extends RegistryContentType>(contentType: Type): Registry<Type> {
  const registry = emptyRegistry(contentType);
  collectDefaultMetrics({ register: registry as Registry, eventLoopMonitoringPrecision: LATENESS_PRECISION });
  return registry;
}
