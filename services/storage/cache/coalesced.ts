import type { Revision } from '../store.js';

/**
 * Coalesces linearizable reads of the revision. A caller that arrives while a read is in flight shares the next one,
 * because a read that began earlier proves nothing about later writes.
 */
export function coalesced(read: () => Promise<Revision>): () => Promise<Revision> {
  let inFlight: Promise<Revision> | undefined;
  let next: Promise<Revision> | undefined;

  function start(): Promise<Revision> {
    const result = read();
    inFlight = result;
    const clear = (): void => {
      if (inFlight === result) inFlight = undefined;
    };
    result.then(clear, clear);
    return result;
  }

  async function startAfter(current: Promise<Revision>): Promise<Revision> {
    await current.catch(() => undefined);
    next = undefined;
    return start();
  }

  return () => (inFlight === undefined ? start() : (next ??= startAfter(inFlight)));
}
