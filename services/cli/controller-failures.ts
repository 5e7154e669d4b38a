import type { Logger } from '@pilothouse/runtime/logging/logger.js';

/** Milliseconds after the next attempt when a failure counts as over, if it is not repeated. */
const OVER_AFTER = 60_000;
/** The longest wait that is taken into account. */
const LONGEST_WAIT = 10 * 60_000;
/** Number of tracked failures. Beyond it, tracking starts again. */
const MAX_FAILURES = 1000;

/**
 * Logs failures of controllers: the first occurrence as a warning, repetitions as information. Failures for which `isTransient`
 * returns true are always information.
 */
export function controllerFailures(
  logger: Pick<Logger, 'info' | 'warn'>,
  isTransient: (error: unknown) => boolean = () => false,
  now: () => number = () => performance.now(),
): (controller: string, error: unknown, retryIn: number) => void {
  /** By failure, when it counts as over unless it is repeated. */
  const failures = new Map<string, number>();
  const isNew = (key: string, retryIn: number): boolean => {
    const time = now();
    const over = failures.get(key);
    if (failures.size >= MAX_FAILURES) failures.clear();
    failures.set(key, time + Math.min(retryIn, LONGEST_WAIT) + OVER_AFTER);
    return over === undefined || time > over;
  };
  return (controller, error, retryIn) => {
    const level = !isTransient(error) && isNew(`${controller}\n${String(error)}`, retryIn) ? 'warn' : 'info';
    logger[level]({ controller, error, retryIn }, 'controller failed');
  };
}
