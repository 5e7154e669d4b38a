import { setTimeout as delay } from 'node:timers/promises';

/** Polls every millisecond until the condition holds; rejects after 20 seconds. */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`the condition did not hold: ${holds.toString()}`);
    await delay(1);
  }
}
