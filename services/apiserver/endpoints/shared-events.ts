import type { WatchBatch } from '@pilothouse/storage/store.js';
import type { MetaVersion, Representation } from './negotiation/representation.js';

type Encoded = WeakMap<WatchBatch, Uint8Array>;

interface Encodings {
  readonly json: Encoded;
  readonly protobuf: Encoded;
}

/** The bytes of batches that are the same for every watcher of all objects: a store hands the same batch to many. */
export interface SharedEvents {
  readonly object: Encodings;
  readonly metadata: Readonly<Record<MetaVersion, Encodings>>;
  /** How many bytes each event has, by the bytes of all; kept where somebody counts. */
  readonly sizes: WeakMap<Uint8Array, readonly number[]>;
}

export function sharedEvents(): SharedEvents {
  const encodings = (): Encodings => ({ json: new WeakMap(), protobuf: new WeakMap() });
  return { object: encodings(), metadata: { v1: encodings(), v1beta1: encodings() }, sizes: new WeakMap() };
}

/** Where batches of the representation are; undefined where each watcher sees something else. */
export function sharedIn({ object, metadata }: SharedEvents, { as, encoding }: Representation): Encoded | undefined {
  if (encoding === 'yaml' || as.type === 'table') return undefined;
  return as.type === 'object' ? object[encoding] : metadata[as.version][encoding];
}
