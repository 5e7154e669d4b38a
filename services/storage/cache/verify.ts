import type { Entry, ReadOptions, Revision, Store } from '../store.js';
import type { Collection } from './collection.js';

/** Keys whose entries differ between the cache and the store. */
export interface Verification {
  readonly revision: Revision;
  readonly different: readonly string[];
}

/** The cache differed from the store and was reloaded. */
export class CacheMismatchError extends Error {
  override readonly name = 'CacheMismatchError';
  constructor(readonly verification: Verification) {
    const [first] = verification.different;
    super(`the cache differs from the store in ${verification.different.length} keys, such as ${first}`);
  }
}

/** Page size. */
const PAGE = 5000;

/** Keys whose entries differ between the cache and the store at `revision`. Empty if the cache has dropped that state. */
export async function differences(
  store: Store,
  { prefix, stateAt }: Collection,
  revision: Revision,
  { signal }: ReadOptions = {},
): Promise<string[]> {
  const state = stateAt(revision);
  if (state === undefined) return [];
  const cached = state.clone();
  const different: string[] = [];
  let start: string | undefined;
  for (;;) {
    const page = await store.list(prefix, {
      revision,
      limit: PAGE,
      uncounted: true,
      ...(start !== undefined && { start }),
      ...(signal && { signal }),
    });
    for (const entry of page.entries) {
      if (entry.key === start) continue;
      if (!isSame(cached.get(entry.key), entry)) different.push(entry.key);
      cached.delete(entry.key);
    }
    start = page.entries.at(-1)?.key;
    if (page.remaining === 0 || start === undefined) break;
  }
  return [...different, ...cached.keys()];
}

function isSame(cached: Entry | undefined, stored: Entry): boolean {
  return (
    cached !== undefined && cached.revision === stored.revision && Buffer.compare(cached.value, stored.value) === 0
  );
}
