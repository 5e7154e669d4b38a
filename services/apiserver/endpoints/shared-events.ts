import type { WatchBatch } from '@pilothouse/storage/store.js';
import type { MetaVersion, Representation } from './negotiation/representation.js';

type Encoded = WeakMap<WatchBatch, Uint8Array>;

/** Created on first use: most kinds have few watches or none, and there may be thousands of kinds. */
interface Encodings {
  json?: Encoded;
  protobuf?: Encoded;
}

/** Cache of encoded batches that are the same for every unfiltered watch: a store hands the same batch to many. */
export interface SharedEvents extends Partial<Record<'object' | MetaVersion, Encodings>> {
  /** The size of each event, by the bytes of the batch; only with metrics. */
  readonly sizes: WeakMap<Uint8Array, readonly number[]>;
}

export function sharedEvents(): SharedEvents {
  return { sizes: new WeakMap() };
}

/** The cache for the representation; undefined if each watch has its own. */
export function sharedIn(shared: SharedEvents, { as, encoding }: Representation): Encoded | undefined {
  if (encoding === 'yaml' || as.type === 'table') return undefined;
  const encodings = (shared[as.type === 'object' ? 'object' : as.version] ??= {});
  return (encodings[encoding] ??= new WeakMap());
}
