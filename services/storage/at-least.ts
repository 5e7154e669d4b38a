import { setTimeout as delay } from 'node:timers/promises';
import { FutureRevisionError, type ReadOptions, type Revision } from './store.js';

const PAUSE_MS = 50;

/**
 * Waits until what `current` resolves with is as new as the options want it. Rejects with FutureRevisionError when that
 * takes longer than `patienceMs`, and with the signal's reason.
 */
export async function waitForRevision(
  { atLeast = 0, signal }: ReadOptions,
  patienceMs: number,
  current: () => Promise<Revision>,
): Promise<void> {
  if (atLeast === 0) return;
  for (let waited = 0; ; waited += PAUSE_MS) {
    const revision = await current();
    if (revision >= atLeast) return;
    if (waited >= patienceMs) throw new FutureRevisionError(atLeast, revision);
    await delay(PAUSE_MS, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
  }
}
