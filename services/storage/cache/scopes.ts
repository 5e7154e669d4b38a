import type { Revision, StoreEvent, WatchBatch } from '../store.js';
import type { Watcher } from './watcher.js';

/** All watchers of one prefix. They are handed the very same batches, so that what is made of one serves all. */
interface Scope {
  readonly watchers: Set<Watcher>;
  pending: StoreEvent[];
}

/** Who watches which prefix of a collection. */
export interface Scopes {
  /** Hands out what is pending for the prefix, then adds the watcher to it. */
  readonly add: (prefix: string, watcher: Watcher) => void;
  readonly remove: (prefix: string, watcher: Watcher) => void;
  /** Puts the event down for those whose prefix it has; nobody else is touched. */
  readonly dispatch: (key: string, event: StoreEvent) => void;
  /** Hands out all that is pending. */
  readonly flush: () => void;
  readonly endAll: (error?: Error) => void;
}

/** `revision` tells how far events have been dispatched. */
export function createScopes(revision: () => Revision): Scopes {
  const scopes = new Map<string, Scope>();
  /** How many scopes have a prefix of each length: a key has only so many prefixes to look up. */
  const lengths = new Map<number, number>();
  const pending = new Set<Scope>();

  function handOut(scope: Scope): void {
    if (scope.pending.length === 0) return;
    const batch: WatchBatch = { revision: revision(), events: scope.pending };
    scope.pending = [];
    const bytes = valueBytes(batch.events);
    for (const watcher of scope.watchers) watcher.push(batch, bytes);
  }

  return {
    add(prefix, watcher) {
      const before = scopes.get(prefix);
      if (before !== undefined) handOut(before);
      // That may have cut off its last watcher, and ended the scope.
      let scope = scopes.get(prefix);
      if (scope === undefined) {
        scope = { watchers: new Set(), pending: [] };
        scopes.set(prefix, scope);
        lengths.set(prefix.length, (lengths.get(prefix.length) ?? 0) + 1);
      }
      scope.watchers.add(watcher);
    },
    remove(prefix, watcher) {
      const scope = scopes.get(prefix);
      if (scope === undefined || !scope.watchers.delete(watcher) || scope.watchers.size > 0) return;
      scopes.delete(prefix);
      pending.delete(scope);
      const left = (lengths.get(prefix.length) ?? 0) - 1;
      if (left > 0) lengths.set(prefix.length, left);
      else lengths.delete(prefix.length);
    },
    dispatch(key, event) {
      for (const length of lengths.keys()) {
        if (length > key.length) continue;
        const scope = scopes.get(length === key.length ? key : key.slice(0, length));
        if (scope === undefined) continue;
        scope.pending.push(event);
        pending.add(scope);
      }
    },
    flush() {
      for (const scope of pending) handOut(scope);
      pending.clear();
    },
    endAll(error) {
      for (const scope of scopes.values()) for (const watcher of scope.watchers) watcher.end(error);
    },
  };
}

/** Bytes of the values that events bring. */
export function valueBytes(events: readonly StoreEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'put' ? event.entry.value.byteLength : 0), 0);
}
