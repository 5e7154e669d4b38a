import type { Entry } from '../storage/store.js';
import { collectionPrefix } from './keys.js';
import type { Resource } from './resource.js';
import { isSelected, selectedName, selectsAll, type Selection } from './selection.js';

export interface ListRequest {
  /** Empty for all namespaces, and for cluster-scoped resources. */
  readonly namespace: string;
  readonly selection: Selection;
  readonly limit: number | undefined;
  /** The first key, without the collection's prefix; undefined for the beginning. */
  readonly start: string | undefined;
  /** The state to show; the most recent when undefined. */
  readonly revision: number | undefined;
  readonly signal: AbortSignal;
}

export interface ListedEntries {
  readonly entries: readonly Entry[];
  readonly revision: number;
  /** Where the next page starts; undefined when this is the last one. */
  readonly next: string | undefined;
  /** How many entries follow; undefined where a selection makes that unknown, or nothing follows. */
  readonly remaining: number | undefined;
}

/** One page of a collection, in the order of keys. Rejects with the store's errors. */
export async function listEntries(resource: Resource, request: ListRequest): Promise<ListedEntries> {
  const { definition, store, stored } = resource;
  const { selection, limit, signal } = request;
  const prefix = collectionPrefix(definition, request.namespace);
  const name = selectedName(selection);
  const isOneKey = name !== undefined && (request.namespace !== '' || definition.scope === 'Cluster');
  const all = selectsAll(selection);
  const entries: Entry[] = [];
  let start = prefix + (isOneKey ? name : (request.start ?? ''));
  let revision = request.revision;
  let seen: string | undefined;
  for (;;) {
    // One more than fits tells where the next page starts; a further one is what the page before ended with.
    const wanted = isOneKey ? 1 : limit === undefined ? undefined : limit - entries.length + 2;
    const page = await store.list(prefix, {
      start,
      signal,
      ...(wanted !== undefined && { limit: wanted }),
      ...(revision !== undefined && { revision }),
    });
    revision = page.revision;
    for (const entry of page.entries) {
      if (entry.key === seen) continue;
      if (entries.length === limit) {
        const next = entry.key.slice(prefix.length);
        const following = page.remaining + page.entries.length - page.entries.indexOf(entry);
        return { entries, revision, next, remaining: all ? following : undefined };
      }
      if (all || isSelected(selection, definition, stored.decode(entry))) entries.push(entry);
    }
    const last = page.entries.at(-1);
    if (isOneKey || page.remaining === 0 || last === undefined) {
      return { entries, revision, next: undefined, remaining: undefined };
    }
    start = seen = last.key;
  }
}
