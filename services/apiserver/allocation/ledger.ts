import type { Entry, JoinedChange, Store } from '@pilothouse/storage/store.js';
import type { Holder } from './holders.js';
import type { Pools } from './pools.js';

/** Overlay of the keys that one write changes on the known state of all keys. */
export interface Ledger {
  readonly entry: (key: string) => Entry | undefined;
  /** Whether the key has no entry. Reads the newest state if an entry is known, since it may be deleted. */
  readonly isFree: (key: string) => Promise<boolean>;
  readonly take: (key: string, value: Uint8Array) => void;
  /** Deletes a key, unless it has another holder. */
  readonly free: (key: string, holder: Holder, holderOf: (entry: Entry) => Holder | undefined) => Promise<void>;
  readonly remove: (entry: Entry) => void;
  /** Begins another attempt. */
  readonly begin: () => void;
  readonly changes: () => readonly JoinedChange[];
  /** Reads the newest state of the keys of the last attempt. */
  readonly refresh: () => Promise<void>;
}

export interface LedgerOptions {
  readonly pools: Pick<Pools, 'taken'>;
  readonly store: Pick<Store, 'get'>;
  readonly signal: AbortSignal;
}

export function createLedger({ pools, store, signal }: LedgerOptions): Ledger {
  /** The state of keys that were read from the store. */
  const known = new Map<string, Entry | undefined>();
  let changes: JoinedChange[] = [];

  const entry = (key: string): Entry | undefined => (known.has(key) ? known.get(key) : pools.taken(key));

  async function read(key: string): Promise<Entry | undefined> {
    const { entry: newest } = await store.get(key, { signal });
    known.set(key, newest);
    return newest;
  }

  const remove = ({ key, revision }: Entry): void => void changes.push({ key, value: undefined, expected: revision });

  return {
    entry,
    remove,
    isFree: async (key) => entry(key) === undefined || (await read(key)) === undefined,
    take: (key, value) => void changes.push({ key, value, expected: undefined }),
    async free(key, { namespace, name }, holderOf) {
      const found = entry(key) ?? (await read(key));
      const held = found && holderOf(found);
      if (found === undefined || held?.namespace !== namespace || held.name !== name) return;
      remove(found);
    },
    begin() {
      changes = [];
    },
    changes: () => changes,
    refresh: async () => {
      await Promise.all(changes.map(({ key }) => read(key)));
    },
  };
}
