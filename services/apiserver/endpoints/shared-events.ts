import type { WatchBatch } from '../storage/store.js';

/** The bytes of batches that are the same for every watcher of all objects: a store hands the same batch to many. */
export interface SharedEvents {
  readonly json: WeakMap<WatchBatch, Uint8Array>;
  readonly protobuf: WeakMap<WatchBatch, Uint8Array>;
  /** How many bytes each event has, by the bytes of all; kept where somebody counts. */
  readonly sizes: WeakMap<Uint8Array, readonly number[]>;
}

export function sharedEvents(): SharedEvents {
  return { json: new WeakMap(), protobuf: new WeakMap(), sizes: new WeakMap() };
}
