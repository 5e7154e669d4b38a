import { writeItem, type Run } from './context.js';
import { stepKey } from './key.js';

/** Performs the next rotation step of a planned key. */
export async function applyKey(run: Run, name: string): Promise<void> {
  const { store, options, now } = run;
  const former = await store.read('key', name);
  const { entries, action, reason } = await stepKey(former?.entries ?? {}, store.describe('key', name), {
    now,
    propagation: options.propagation,
    rotate: options.rotateKeys,
  });
  await writeItem(run, 'key', name, { former, entries, reason: reason ?? 'it is not a key' });
  options.report({ action, kind: 'key', name, ...(reason !== undefined && { reason }) });
}
