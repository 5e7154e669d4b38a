import type { Entry, StoreEvent, WatchBatch } from '@pilothouse/storage/store.js';
import { collectionPrefix, objectKey } from './keys.js';
import type { Resource } from './resource.js';
import { selectedName, type Selection } from './selection.js';

export interface ObjectEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The object; for DELETED as it was last. */
  readonly entry: Entry;
  /** The version to show: that of the deletion for DELETED. */
  readonly revision: number;
}

export interface WatchRequest {
  /** Empty for all namespaces, and for cluster-scoped resources. */
  readonly namespace: string;
  readonly selection: Selection;
  /** Events after this revision. */
  readonly after: number;
  /** Milliseconds after which an empty batch tells how far the watch has come; where the store sends any. */
  readonly heartbeat: number | undefined;
  readonly signal: AbortSignal;
}

/** The store's events among which those of the selection are. Ends and throws as the store's watches do. */
export function watchBatches(resource: Resource, request: WatchRequest): AsyncIterable<WatchBatch> {
  const { definition, store } = resource;
  const { namespace, selection, after, heartbeat, signal } = request;
  const name = selectedName(selection);
  const isOneKey = name !== undefined && (namespace !== '' || definition.scope === 'Cluster');
  // Longer names that begin alike come along.
  const prefix = isOneKey ? objectKey(definition, namespace, name) : collectionPrefix(definition, namespace);
  return store.watch(prefix, { from: after + 1, signal, ...(heartbeat !== undefined && { heartbeat }) });
}

/**
 * A store's event as those who watch a selection are to see it: an object that starts to match is ADDED, one that stops
 * is DELETED with its last matching state. Undefined where it never matched.
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
