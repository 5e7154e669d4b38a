import type { OnBatch, Watch } from './store.js';

/**
 * Passes the batches of a watch to a function, one after the other. Resolves and rejects as the iteration ends, and rejects with the
 * error of the function.
 */
export function eachBatch(watch: Watch, onBatch: OnBatch): Promise<void> {
  return watch.each?.(onBatch) ?? iterate(watch, onBatch);
}

async function iterate(watch: Watch, onBatch: OnBatch): Promise<void> {
  for await (const batch of watch) await onBatch(batch);
}
