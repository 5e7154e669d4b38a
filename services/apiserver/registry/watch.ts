import type { Entry, StoreEvent, Watch } from '@pilothouse/storage/store.js';
import { collectionPrefix, objectKey } from './keys.js';
import type { Resource } from './resource.js';
import { selectedName, type Selection } from './selection.js';

export interface ObjectEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The object; for DELETED its last state. */
  readonly entry: Entry;
  /** The resourceVersion to show; for DELETED that of the deletion. */
  readonly revision: number;
}

export interface WatchRequest {
  /** Empty for all namespaces, and for cluster-scoped resources. */
  readonly namespace: string;
  readonly selection: Selection;
  /** Events after this revision. */
  readonly after: number;
  /** Milliseconds between empty batches that report progress, if the store supports them. */
  readonly heartbeat: number | undefined;
  readonly signal: AbortSignal;
}

/** The store's events that include those of the selection. Ends and throws like the store's watches. */
export function watchBatches(resource: Resource, request: WatchRequest): Watch {
  const { definition, store } = resource;
  const { namespace, selection, after, heartbeat, signal } = request;
  const name = selectedName(selection);
  const isOneKey = name !== undefined && (namespace !== '' || definition.scope === 'Cluster');
  // This includes longer names with the same prefix.
  const prefix = isOneKey ? objectKey(definition, namespace, name) : collectionPrefix(definition, namespace);
  return store.watch(prefix, { from: after + 1, signal, ...(heartbeat !== undefined && { heartbeat }) });
}

/**
 * Converts a store's event for a watch with a selection: an object that starts to match is ADDED, one that stops is
 * DELETED with its last matching state. Undefined if neither state matches.
 */
export function objectEvent(event: StoreEvent, isWanted: (entry: Entry) => boolean): ObjectEvent | undefined {
  const { previous } = event;
  const was = previous !== undefined && isWanted(previous);
  if (event.type === 'put') {
    const { entry } = event;
    if (isWanted(entry)) return { type: was ? 'MODIFIED' : 'ADDED', entry, revision: entry.revision };
    return was ? { type: 'DELETED', entry: previous, revision: entry.revision } : undefined;
  }
  return was ? { type: 'DELETED', entry: event.previous, revision: event.revision } : undefined;
}
