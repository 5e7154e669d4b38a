import { setTimeout as delay } from 'node:timers/promises';

/** Resolves once it holds, which is asked every millisecond; rejects after 20 seconds. */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`it has not come to be: ${holds.toString()}`);
    await delay(1);
  }
}
