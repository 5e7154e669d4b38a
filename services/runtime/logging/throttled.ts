/** Milliseconds for which repetitions are suppressed. */
const PERIOD = 60_000;
/** Limit of remembered errors; beyond it, all are forgotten. */
const MAX_REMEMBERED = 1000;

/**
 * Throttles repeated reports: an error with the same text and arguments is reported again after a minute at the
 * earliest, so that frequent retries do not fill the log. `clock` is monotonic, in milliseconds.
 */
export function throttled<Rest extends readonly unknown[]>(
  report: (error: unknown, ...rest: Rest) => void,
  clock: () => number = () => performance.now(),
): (error: unknown, ...rest: Rest) => void {
  const reportedAt = new Map<string, number>();
  return (error, ...rest) => {
    const key = [error, ...rest].map(String).join('\n');
    const now = clock();
    if (now < (reportedAt.get(key) ?? -Infinity) + PERIOD) return;
    if (reportedAt.size >= MAX_REMEMBERED) reportedAt.clear();
    reportedAt.set(key, now);
    report(error, ...rest);
  };
}
