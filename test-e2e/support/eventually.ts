import { setTimeout as delay } from 'node:timers/promises';

/** Resolves once `check` does with true, which is asked every 20 ms; rejects after so many milliseconds, saying `what` was awaited. */
export async function eventually(
  check: () => Promise<boolean>,
  what = check.toString(),
  patience = 45_000,
): Promise<void> {
  const deadline = performance.now() + patience;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`it has not come to be: ${what}`);
    await delay(20);
  }
}
