import type { WatchBatch } from '../storage/store.js';

/** The bytes of batches that are the same for every watcher of all objects: a store hands the same batch to many. */
export interface SharedEvents {
  readonly json: WeakMap<WatchBatch, Uint8Array>;
  readonly protobuf: WeakMap<WatchBatch, Uint8Array>;
}

export function sharedEvents(): SharedEvents {
  return { json: new WeakMap(), protobuf: new WeakMap() };
}
