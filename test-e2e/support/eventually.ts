import { setTimeout as delay } from 'node:timers/promises';

/** Resolves once `check` returns true; it is polled every 20 ms. Rejects after `milliseconds` with `what` in the message. */
export async function eventually(
  check: () => Promise<boolean>,
  what = check.toString(),
  patience = 45_000,
): Promise<void> {
  const deadline = performance.now() + patience;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting for: ${what}`);
    await delay(20);
  }
}
