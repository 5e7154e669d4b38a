import { randomBytes } from 'node:crypto';
import { writeItem, type Run } from './context.js';
import { PlanError } from './outcome.js';

/** AES-256. */
const KEY_BYTES = 32;

/**
 * Creates a missing session key: 32 random bytes in base64. A key that exists stays, because a new one ends all sessions.
 * Throws PlanError for a key that cannot be used.
 */
export async function applySessionKey(run: Run, name: string): Promise<void> {
  const { store, options } = run;
  const former = await store.read('session-key', name);
  const key = former?.entries['session.key'];
  if (key === undefined) {
    const entries = { 'session.key': `${randomBytes(KEY_BYTES).toString('base64')}\n` };
    await writeItem(run, 'session-key', name, { former, entries, reason: 'it has no session key' });
    options.report({ action: 'made', kind: 'session-key', name });
    return;
  }
  if (Buffer.from(key.split('\n', 1)[0] ?? '', 'base64').length !== KEY_BYTES) {
    throw new PlanError(
      `${store.describe('session-key', name)}: the key is not ${KEY_BYTES} bytes in base64; delete it for a new one`,
    );
  }
  options.report({ action: 'kept', kind: 'session-key', name });
}
