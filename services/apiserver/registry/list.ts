import type { Entry, ListOptions } from '@pilothouse/storage/store.js';
import { collectionPrefix, objectKey } from './keys.js';
import type { Resource } from './resource.js';
import { entryFilter, mostSelective, selectedName, selectsAll, type Selection } from './selection.js';

export interface ListRequest {
  /** Empty for all namespaces, and for cluster-scoped resources. */
  readonly namespace: string;
  readonly selection: Selection;
  readonly limit: number | undefined;
  /** The first key, without the collection's prefix; undefined for the beginning. */
  readonly start: string | undefined;
  /** The state to show; when undefined, one as recent as `atLeast` asks for. */
  readonly revision: number | undefined;
  /** The oldest state that will do; the most recent one when undefined. */
  readonly atLeast?: number | undefined;
  /** How many entries there are from `start` on, where that is known already. */
  readonly following?: number | undefined;
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

/** The most entries that are read at once for a selection that few of them match. */
const MAX_READ = 10_000;

/** One page of a collection, in the order of keys. Rejects with the store's errors. */
export async function listEntries(resource: Resource, request: ListRequest): Promise<ListedEntries> {
  const { definition, store } = resource;
  const { selection, limit, namespace, following } = request;
  const name = selectedName(selection);
  if (name !== undefined && (namespace !== '' || definition.scope === 'Cluster')) {
    return listOne(resource, request, name);
  }
  const prefix = collectionPrefix(definition, namespace);
  const all = selectsAll(selection);
  const isWanted = entryFilter(resource, selection);
  const where = mostSelective(selection);
  const entries: Entry[] = [];
  let options: ListOptions = {
    ...readOptions(request),
    start: prefix + (request.start ?? ''),
    ...(where !== undefined && { where }),
    ...((!all || limit === undefined || following !== undefined) && { uncounted: true }),
    // One more than fits tells where the next page starts; a further one is what the read before ended with.
    ...(limit !== undefined && { limit: limit + 2 }),
  };
  let seen: string | undefined;
  for (;;) {
    const page = await store.list(prefix, options);
    const { revision } = page;
    if (all && limit === undefined && entries.length === 0 && page.remaining === 0)
      return lastPage(page.entries, revision);
    for (let index = 0; index < page.entries.length; index++) {
      const entry = page.entries[index] as Entry;
      if (entry.key === seen || !isWanted(entry)) continue;
      if (entries.length === limit) {
        const counted = following === undefined ? page.remaining + page.entries.length - index : following - limit;
        return { entries, revision, next: entry.key.slice(prefix.length), remaining: all ? counted : undefined };
      }
      entries.push(entry);
    }
    const last = page.entries.at(-1);
    if (page.remaining === 0 || last === undefined) return lastPage(entries, revision);
    seen = last.key;
    // A selection that matches little must not make many small reads of it.
    const wanted =
      options.limit === undefined ? MAX_READ : Math.max(options.limit, Math.min(options.limit * 2, MAX_READ));
    options = { ...options, start: seen, revision, atLeast: revision, limit: wanted };
  }
}

/** The list of the one object that a selection can find. */
async function listOne(resource: Resource, request: ListRequest, name: string): Promise<ListedEntries> {
  const { definition, store } = resource;
  const { namespace, start = '' } = request;
  const isWanted = entryFilter(resource, request.selection);
  const options = readOptions(request);
  if (options.revision === undefined) {
    const { entry, revision } = await store.get(objectKey(definition, namespace, name), options);
    return lastPage(entry !== undefined && name >= start && isWanted(entry) ? [entry] : [], revision);
  }
  const prefix = collectionPrefix(definition, namespace);
  const page = await store.list(prefix, { ...options, start: prefix + name, limit: 1, uncounted: true });
  return lastPage(name >= start ? page.entries.filter(isWanted) : [], page.revision);
}

function lastPage(entries: readonly Entry[], revision: number): ListedEntries {
  return { entries, revision, next: undefined, remaining: undefined };
}

/** Whoever wants an exact state does not ask whether there is a newer one. */
function readOptions({ revision, atLeast = revision, signal }: ListRequest): ListOptions {
  return { signal, ...(revision !== undefined && { revision }), ...(atLeast !== undefined && { atLeast }) };
}
