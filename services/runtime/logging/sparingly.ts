/** Milliseconds for which one report of the same counts. */
const PERIOD = 60_000;
/** So many are remembered; of more, each one is told again. */
const MOST = 1000;

/**
 * Tells of each failure at once, and of the same one (its text, and the texts of what is told with it) again after a minute at the
 * earliest: what is tried twice a second had better not fill the log. `clock` is in milliseconds and only goes forward.
 */
export function sparingly<Rest extends readonly unknown[]>(
  tell: (error: unknown, ...rest: Rest) => void,
  clock: () => number = () => performance.now(),
): (error: unknown, ...rest: Rest) => void {
  const toldAt = new Map<string, number>();
  return (error, ...rest) => {
    const key = [error, ...rest].map(String).join('\n');
    const now = clock();
    if (now < (toldAt.get(key) ?? -Infinity) + PERIOD) return;
    if (toldAt.size >= MOST) toldAt.clear();
    toldAt.set(key, now);
    tell(error, ...rest);
  };
}
