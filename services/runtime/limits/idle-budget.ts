/** Something that takes memory and can be made again, such as an item of a cache. */
export interface Kept {
  /** The bytes that the budget has counted; 0 at first. */
  size: number;
  /** Set by the user of the item for each use. */
  isUsed: boolean;
  /** Lets go of the memory. */
  readonly release: () => void;
}

/** A limit of the bytes of kept items, which are released when nothing uses them. */
export interface IdleBudget {
  /** Counts more bytes for an item and keeps it. False, without any change, if they are too many. */
  readonly admit: (item: Kept, bytes: number) => boolean;
  /** Releases an item, if it is kept. */
  readonly drop: (item: Kept) => void;
}

export interface IdleBudgetOptions {
  readonly maxBytes: number;
  /** Milliseconds: an item that is not used for this time is released before twice the time has passed. */
  readonly idle: number;
}

/**
 * Creates a budget. A full one admits nothing more until items fall idle: evicting items in use for others would leave a
 * reader of more than the limit with none that it needs next.
 */
export function createIdleBudget({ maxBytes, idle }: IdleBudgetOptions): IdleBudget {
  const kept = new Set<Kept>();
  let size = 0;
  let timer: NodeJS.Timeout | undefined;

  function drop(item: Kept): void {
    if (!kept.delete(item)) return;
    size -= item.size;
    item.size = 0;
    item.release();
  }

  function dropIdle(): void {
    for (const item of kept) {
      if (item.isUsed) item.isUsed = false;
      else drop(item);
    }
    timer = kept.size > 0 ? setTimeout(dropIdle, idle).unref() : undefined;
  }

  return {
    admit(item, bytes) {
      if (size + bytes > maxBytes) return false;
      size += bytes;
      item.size += bytes;
      kept.add(item);
      timer ??= setTimeout(dropIdle, idle).unref();
      return true;
    },
    drop,
  };
}
