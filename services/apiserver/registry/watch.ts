import type { Entry, StoreEvent } from '../storage/store.js';
import { collectionPrefix } from './keys.js';
import type { Resource } from './resource.js';
import { isSelected, selectsAll, type Selection } from './selection.js';

export interface ObjectEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The object; for DELETED as it was last. */
  readonly entry: Entry;
  /** The version to show: that of the deletion for DELETED. */
  readonly revision: number;
}

export interface WatchRequest {
  readonly namespace: string;
  readonly selection: Selection;
  /** Events after this revision. */
  readonly after: number;
  readonly signal: AbortSignal;
}

/**
 * The changes of a collection in order, in batches. An object that starts to match is ADDED, one that stops is DELETED
 * with its last matching state. Ends when the signal is aborted; throws the store's CompactedError.
 */
export async function* watchEvents(resource: Resource, request: WatchRequest): AsyncGenerator<readonly ObjectEvent[]> {
  const { definition, store, stored } = resource;
  const { selection, after, signal } = request;
  const prefix = collectionPrefix(definition, request.namespace);
  const isWanted = selectsAll(selection)
    ? () => true
    : (entry: Entry) => isSelected(selection, definition, stored.decode(entry));
  for await (const batch of store.watch(prefix, { from: after + 1, signal })) {
    const events = batch.events.flatMap((event) => objectEvent(event, isWanted) ?? []);
    if (events.length > 0) yield events;
  }
}

function objectEvent(event: StoreEvent, isWanted: (entry: Entry) => boolean): ObjectEvent | undefined {
  const { previous } = event;
  const was = previous !== undefined && isWanted(previous);
  if (event.type === 'put') {
    const { entry } = event;
    if (isWanted(entry)) return { type: was ? 'MODIFIED' : 'ADDED', entry, revision: entry.revision };
    return was ? { type: 'DELETED', entry: previous, revision: entry.revision } : undefined;
  }
  return was ? { type: 'DELETED', entry: event.previous, revision: event.revision } : undefined;
}
