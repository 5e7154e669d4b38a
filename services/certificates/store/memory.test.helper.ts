import { changes, ConflictError, type Entries, type Item, type Kind, type Store } from './store.js';

/** An in-memory store for tests. A write over a version that the client has not read is a conflict, as with Secrets. */
export interface Memory {
  /** Opens a client view. Each run has its own. */
  readonly open: () => Store;
  readonly items: ReadonlyMap<string, Entries>;
  /** All entries as text, for comparison. */
  readonly text: () => string;
  readonly put: (name: string, entries: Entries, isForeign?: boolean) => void;
  readonly entriesOf: (name: string) => Entries;
  readonly remove: (name: string) => void;
  /** A store with a copy of the content. */
  readonly copy: () => Memory;
  /** Kills the process after this number of single writes or removals. */
  readonly killAfter: (steps: number) => void;
}

/** The error of a write when the process is killed. */
export class Killed extends Error {}

export interface MemoryOptions {
  /** Called for each single write or removal. */
  readonly onStep?: (name: string, entries: Entries) => void;
}

export function memory({ onStep }: MemoryOptions = {}): Memory {
  const items = new Map<string, Entries>();
  const versions = new Map<string, number>();
  const foreign = new Set<string>();
  let left = Infinity;
  const step = (name: string, entries: Entries): void => {
    items.set(name, entries);
    versions.set(name, (versions.get(name) ?? 0) + 1);
    onStep?.(name, entries);
  };
  const open = (): Store => {
    const seen = new Map<string, number | undefined>();
    return {
      describe: (_kind, name) => `the item ${name}`,
      async read(_kind: Kind, name: string): Promise<Item | undefined> {
        seen.set(name, versions.get(name));
        const entries = items.get(name);
        return entries && { entries, isForeign: foreign.has(name) };
      },
      async write(kind, name, entries) {
        if (seen.get(name) !== versions.get(name)) throw new ConflictError(`${name} has changed`);
        for (const { entry, text } of changes(kind, items.get(name) ?? {}, entries)) {
          if (left-- <= 0) throw new Killed();
          const { [entry]: _former, ...others } = items.get(name) ?? {};
          step(name, text === undefined ? others : { ...others, [entry]: text });
        }
        seen.set(name, versions.get(name));
      },
    };
  };
  return {
    open,
    items,
    text: () => JSON.stringify([...items]),
    put(name, entries, isForeign = false) {
      step(name, entries);
      if (isForeign) foreign.add(name);
    },
    entriesOf: (name) => items.get(name) ?? {},
    remove(name) {
      items.delete(name);
      versions.delete(name);
    },
    copy() {
      const other = memory();
      for (const [name, entries] of items) other.put(name, entries, foreign.has(name));
      return other;
    },
    killAfter(steps) {
      left = steps;
    },
  };
}
