import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { Entry, ListOptions } from '@pilothouse/storage/store.js';
import { collectionPrefix, objectKey } from './keys.js';
import type { Resource } from './resource.js';
import { entryFilter, mostSelective, selectedName, selectsAll, type Selection } from './selection.js';

export interface ListRequest {
  /** Empty for all namespaces, and for cluster-scoped resources. */
  readonly namespace: string;
  readonly selection: Selection;
  readonly limit: number | undefined;
  /** The first key, without the collection's prefix; undefined for the start. */
  readonly start: string | undefined;
  /** The exact revision to read; if undefined, `atLeast` applies. */
  readonly revision: number | undefined;
  /** The minimum revision; undefined for a linearizable read. */
  readonly atLeast?: number | undefined;
  /** The number of entries from `start` on, if known. */
  readonly following?: number | undefined;
  readonly signal: AbortSignal;
  readonly trace?: Span | undefined;
}

export interface ListedEntries {
  readonly entries: readonly Entry[];
  readonly revision: number;
  /** The start of the next page; undefined for the last page. */
  readonly next: string | undefined;
  /** The number of remaining entries; undefined on the last page and with a selection. */
  readonly remaining: number | undefined;
}

/** The maximum number of entries in one read, for sparse selections. */
const MAX_READ = 10_000;

/** Entries that are filtered in one turn of the event loop. */
const FILTERED_AT_ONCE = 2000;

/** One page of a collection, in key order. Rejects with the store's errors. */
export async function listEntries(resource: Resource, request: ListRequest): Promise<ListedEntries> {
  const { definition, store, maybeYield } = resource;
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
    // Two entries more than the limit: the start of the next page, and the last entry of the previous read.
    ...(limit !== undefined && { limit: limit + 2 }),
  };
  let seen: string | undefined;
  let filtered = 0;
  for (;;) {
    const page = await store.list(prefix, options);
    const { revision } = page;
    if (all && limit === undefined && entries.length === 0 && page.remaining === 0)
      return lastPage(page.entries, revision);
    for (let index = 0; index < page.entries.length; index++) {
      const entry = page.entries[index] as Entry;
      if (!all && ++filtered % FILTERED_AT_ONCE === 0) await maybeYield();
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
    // A sparse selection must not cause many small reads.
    const wanted =
      options.limit === undefined ? MAX_READ : Math.max(options.limit, Math.min(options.limit * 2, MAX_READ));
    options = { ...options, start: seen, revision, atLeast: revision, limit: wanted };
  }
}

/** The list for a selection that can match only one object. */
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

/** An exact revision needs no check for a newer one. */
function readOptions({ revision, atLeast = revision, signal, trace }: ListRequest): ListOptions {
  return { signal, trace, ...(revision !== undefined && { revision }), ...(atLeast !== undefined && { atLeast }) };
}
