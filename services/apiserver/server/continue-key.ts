import { StoreUnavailableError, type Store } from '@pilothouse/storage/store.js';
import type { Environment } from '../registry/environment.js';

/** Outside the prefixes of all resources. */
const KEY = '/pilothouse/continue-key';
const KEY_BYTES = 32;

/** Reads the key that authenticates the continue tokens of all replicas on a store. The first replica creates it. */
export async function readContinueKey(
  store: Store,
  { random }: Pick<Environment, 'random'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { entry } = await store.get(KEY, { signal });
  if (entry !== undefined) return entry.value;
  const own = Uint8Array.from({ length: KEY_BYTES }, () => random(256));
  const result = await store.create(KEY, own, { signal });
  if (result.ok) return own;
  if (result.current !== undefined) return result.current.value;
  throw new StoreUnavailableError('the key of continue tokens was removed while it was read', false);
}
