import type { WatchBatch } from '@pilothouse/storage/store.js';
import type { MetaVersion, Representation } from './negotiation/representation.js';

type Encoded = WeakMap<WatchBatch, Uint8Array>;

/** Made at the first use: most kinds have few watches or none, and there may be thousands of kinds. */
interface Encodings {
  json?: Encoded;
  protobuf?: Encoded;
}

/** The bytes of batches that are the same for every watcher of all objects: a store hands the same batch to many. */
export interface SharedEvents extends Partial<Record<'object' | MetaVersion, Encodings>> {
  /** How many bytes each event has, by the bytes of all; kept where somebody counts. */
  readonly sizes: WeakMap<Uint8Array, readonly number[]>;
}

export function sharedEvents(): SharedEvents {
  return { sizes: new WeakMap() };
}

/** Where batches of the representation are; undefined where each watcher sees something else. */
export function sharedIn(shared: SharedEvents, { as, encoding }: Representation): Encoded | undefined {
  if (encoding === 'yaml' || as.type === 'table') return undefined;
  const encodings = (shared[as.type === 'object' ? 'object' : as.version] ??= {});
  return (encodings[encoding] ??= new WeakMap());
}
