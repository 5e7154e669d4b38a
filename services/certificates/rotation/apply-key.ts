import { writeItem, type Run } from './context.js';
import { stepKey } from './key.js';

/** Makes a key of the plan, brings the change to its successor further, or keeps it. */
export async function applyKey(run: Run, name: string): Promise<void> {
  const { store, options, now } = run;
  const former = await store.read('key', name);
  const { entries, action, reason } = await stepKey(former?.entries ?? {}, store.describe('key', name), {
    now,
    propagation: options.propagation,
    rotate: options.rotateKeys,
  });
  await writeItem(run, 'key', name, { former, entries, reason: reason ?? 'it is no key' });
  options.tell({ action, kind: 'key', name, ...(reason !== undefined && { reason }) });
}
