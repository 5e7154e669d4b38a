import type { Logger } from '@pilothouse/runtime/logging/logger.js';

/** Milliseconds after the next attempt by which a trouble is over, if nothing more is heard of it. */
const OVER_AFTER = 60_000;
/** The longest wait between two attempts of one trouble. */
const LONGEST_WAIT = 10 * 60_000;
/** So many troubles are remembered; of more, each one is told again. */
const MAX_TROUBLES = 1000;

/**
 * Logs failures of controllers: each one once as a warning, and as information as long as it goes on. `isPassing` tells of
 * those that are no more than information from the start.
 */
export function controllerFailures(
  logger: Pick<Logger, 'info' | 'warn'>,
  isPassing: (error: unknown) => boolean = () => false,
  now: () => number = () => performance.now(),
): (controller: string, error: unknown, retryIn: number) => void {
  /** When each trouble is over, unless it is heard of again. */
  const troubles = new Map<string, number>();
  const isNew = (key: string, retryIn: number): boolean => {
    const time = now();
    const over = troubles.get(key);
    if (troubles.size >= MAX_TROUBLES) troubles.clear();
    troubles.set(key, time + Math.min(retryIn, LONGEST_WAIT) + OVER_AFTER);
    return over === undefined || time > over;
  };
  return (controller, error, retryIn) => {
    const level = !isPassing(error) && isNew(`${controller}\n${String(error)}`, retryIn) ? 'warn' : 'info';
    logger[level]({ controller, error, retryIn }, 'controller failed');
  };
}
