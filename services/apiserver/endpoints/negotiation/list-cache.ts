import { createIdleBudget, type Kept } from '@pilothouse/runtime/limits/idle-budget.js';
import type { Entry } from '@pilothouse/storage/store.js';

/** Cache of the encoded items of lists, for all resources. */
export interface ListCache {
  /**
   * The items in chunks, which must not be modified: the same ones as before while their entries do not change. `form` is
   * an object for each way to encode.
   */
  readonly chunksOf: (form: object, entries: readonly Entry[], encode: EncodeItems) => Iterable<Uint8Array>;
}

/** Encodes consecutive items of a list. `values` are those of the entries, since reading a value may compute it. */
export type EncodeItems = (items: readonly Entry[], values: readonly Uint8Array[], isFirst: boolean) => Uint8Array;

export interface ListCacheOptions {
  /** Limit in bytes; 64 MiB when absent. */
  readonly maxBytes?: number;
  /** Milliseconds without use after which chunks are dropped; 30 seconds when absent. See {@link createIdleBudget}. */
  readonly idle?: number;
}

/** Consecutive entries and their chunk. */
interface Block extends Kept {
  /** Empty once released. */
  entries: readonly Entry[];
  /** Undefined until the same entries are listed again, since most lists are asked for once. */
  chunk: Uint8Array | undefined;
}

/** Blocks by their first entry. Those at the start of a list are apart, as nothing separates them from what precedes. */
interface Blocks {
  readonly first: WeakMap<Entry, Block>;
  readonly later: WeakMap<Entry, Block>;
}

const MAX_BYTES = 64 * 1024 * 1024;
const IDLE = 30_000;
/** A chunk ends with the value that reaches this size, so that it is below the best size of a write: see chunks.ts. */
const ENOUGH_BYTES = 56 * 1024;
/** The smallest size of a chunk that ends where a known one begins, and by how much it may be larger to end there. */
const SMALL_BYTES = 16 * 1024;
/** Memory of a block, and of an entry in it. */
const BLOCK_BYTES = 128;
const SLOT_BYTES = 8;

/**
 * Creates a cache of blocks of consecutive items. A block is found by its first entry, and its entries are compared by
 * identity, since a store hands out the same entry until its object changes. Where a list has changed, a new block ends
 * where a known one begins, so that the others stay.
 */
export function createListCache({ maxBytes = MAX_BYTES, idle = IDLE }: ListCacheOptions = {}): ListCache {
  const forms = new WeakMap<object, Blocks>();
  const { admit, drop } = createIdleBudget({ maxBytes, idle });

  function blocksOf(form: object): Blocks {
    let blocks = forms.get(form);
    if (blocks === undefined) forms.set(form, (blocks = { first: new WeakMap(), later: new WeakMap() }));
    return blocks;
  }

  function chunkOf(block: Block, encode: EncodeItems, isFirst: boolean): Uint8Array {
    if (block.chunk !== undefined) return block.chunk;
    const chunk = encode(block.entries, block.entries.map(valueOf), isFirst);
    if (admit(block, chunk.buffer.byteLength)) block.chunk = chunk;
    return chunk;
  }

  return {
    *chunksOf(form, entries, encode) {
      const { first, later } = blocksOf(form);
      for (let from = 0; from < entries.length;) {
        const isFirst = from === 0;
        const places = isFirst ? first : later;
        const start = entries[from] as Entry;
        const block = places.get(start);
        if (block !== undefined && isAt(block, entries, from)) {
          block.isUsed = true;
          from += block.entries.length;
          yield chunkOf(block, encode, isFirst);
        } else {
          if (block !== undefined) drop(block);
          const values = valuesFrom(entries, from, later);
          const items = entries.slice(from, from + values.length);
          const made = blockOf(items);
          if (admit(made, BLOCK_BYTES + items.length * SLOT_BYTES)) places.set(start, made);
          from += items.length;
          yield encode(items, values, isFirst);
        }
      }
    },
  };
}

function blockOf(entries: readonly Entry[]): Block {
  const block: Block = {
    entries,
    chunk: undefined,
    size: 0,
    isUsed: true,
    release() {
      block.entries = [];
      block.chunk = undefined;
    },
  };
  return block;
}

function valueOf({ value }: Entry): Uint8Array {
  return value;
}

/** Whether the block is in the list at an index. One that was released is not. */
function isAt({ entries: block }: Block, entries: readonly Entry[], from: number): boolean {
  if (block.length === 0 || from + block.length > entries.length) return false;
  for (let index = 0; index < block.length; index++) if (entries[from + index] !== block[index]) return false;
  return true;
}

/** The values of the next block. */
function valuesFrom(entries: readonly Entry[], from: number, known: WeakMap<Entry, Block>): Uint8Array[] {
  const values: Uint8Array[] = [];
  let [bytes, enough] = [0, ENOUGH_BYTES];
  for (let index = from; index < entries.length && bytes < enough; index++) {
    const entry = entries[index] as Entry;
    if (index > from && (known.get(entry)?.entries.length ?? 0) > 0) {
      if (bytes >= SMALL_BYTES) break;
      enough = ENOUGH_BYTES + SMALL_BYTES;
    }
    const { value } = entry;
    values.push(value);
    bytes += value.byteLength;
  }
  return values;
}
