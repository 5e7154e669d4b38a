import { setTimeout as delay } from 'node:timers/promises';
import { FutureRevisionError, type ReadOptions, type Revision } from './store.js';

const POLL_MS = 50;

/**
 * Resolves once `current` resolves with the revision that the options require. Polls. Rejects with FutureRevisionError
 * after `timeoutMs`, and with the signal's reason.
 */
export async function waitForRevision(
  { atLeast = 0, signal }: ReadOptions,
  timeoutMs: number,
  current: () => Promise<Revision>,
): Promise<void> {
  if (atLeast === 0) return;
  for (let waited = 0; ; waited += POLL_MS) {
    const revision = await current();
    if (revision >= atLeast) return;
    if (waited >= timeoutMs) throw new FutureRevisionError(atLeast, revision);
    await delay(POLL_MS, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
  }
}
