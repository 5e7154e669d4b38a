import type { Revision, StoreEvent } from './store.js';

/** The revision of the write that an event tells of. */
export function eventRevision(event: StoreEvent): Revision {
  return event.type === 'put' ? event.entry.revision : event.revision;
}

/** The key of the entry that an event tells of. */
export function eventKey(event: StoreEvent): string {
  return event.type === 'put' ? event.entry.key : event.key;
}
