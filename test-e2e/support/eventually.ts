import { setTimeout as delay } from 'node:timers/promises';

/** Resolves once `check` does with true, which is asked every 20 ms; rejects after 45 seconds, saying `what` was awaited. */
export async function eventually(check: () => Promise<boolean>, what = check.toString()): Promise<void> {
  const deadline = performance.now() + 45_000;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`it has not come to be: ${what}`);
    await delay(20);
  }
}
