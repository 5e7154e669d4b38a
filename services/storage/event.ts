import type { Revision, StoreEvent } from './store.js';

/** The revision of the write that caused the event. */
export function eventRevision(event: StoreEvent): Revision {
  return event.type === 'put' ? event.entry.revision : event.revision;
}

/** The key of the entry that changed. */
export function eventKey(event: StoreEvent): string {
  return event.type === 'put' ? event.entry.key : event.key;
}
