import { createYielder } from '@pilothouse/runtime/event-loop/yielder.js';
import type { Entry, ReadOptions, Revision, Store } from '../store.js';
import type { Collection } from './collection.js';

/** Keys whose entries differ between the cache and the store. */
export interface Verification {
  readonly revision: Revision;
  readonly different: readonly string[];
}

/** The result for one collection. `error`: the state could not be compared. */
export type VerifyStatus = 'success' | 'failure' | 'error';

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

export interface VerifyOptions extends ReadOptions {
  /** Called with the result of each collection, by its prefix. */
  readonly onVerified?: ((prefix: string, status: VerifyStatus) => void) | undefined;
}

/** Keys whose entries differ between the cache and the store at `revision`. Rejects if the store cannot be read. */
export async function compare(
  store: Store,
  collections: Iterable<Collection>,
  revision: Revision,
  { onVerified, ...read }: VerifyOptions,
): Promise<string[]> {
  const all: string[] = [];
  for (const collection of collections) {
    let status: VerifyStatus = 'error';
    try {
      const different = await differences(store, collection, revision, read);
      if (different !== undefined) status = different.length === 0 ? 'success' : 'failure';
      all.push(...(different ?? []));
    } finally {
      onVerified?.(collection.prefix, status);
    }
  }
  return all;
}

/** Keys of a collection whose entries differ; undefined if the cache has dropped that state. */
async function differences(
  store: Store,
  { prefix, stateAt }: Collection,
  revision: Revision,
  { signal }: ReadOptions = {},
): Promise<string[] | undefined> {
  const state = stateAt(revision);
  if (state === undefined) return undefined;
  const cached = state.clone();
  const different: string[] = [];
  const maybeYield = createYielder(() => performance.now());
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
      const turn = maybeYield();
      if (turn !== undefined) await turn;
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
  if (cached === undefined || cached.revision !== stored.revision) return false;
  // A value that only one of them could read is no difference: it is read again.
  if (cached.problem !== undefined || stored.problem !== undefined) return true;
  return Buffer.compare(cached.value, stored.value) === 0;
}
