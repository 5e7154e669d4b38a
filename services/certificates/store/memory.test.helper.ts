import { changes, RaceError, type Entries, type Item, type Kind, type Store } from './store.js';

/** A store for tests. Whoever writes over what he has not seen loses the race, as with Secrets. */
export interface Memory {
  /** One client's view; each run has its own. */
  readonly open: () => Store;
  readonly items: ReadonlyMap<string, Entries>;
  /** All texts, to compare. */
  readonly text: () => string;
  readonly put: (name: string, entries: Entries, isForeign?: boolean) => void;
  readonly entriesOf: (name: string) => Entries;
  readonly remove: (name: string) => void;
  /** Another store with the same in it. */
  readonly copy: () => Memory;
  /** From now on so many single texts can be written or removed; then the process is killed. */
  readonly killAfter: (steps: number) => void;
}

/** What a write fails with when the process is killed. */
export class Killed extends Error {}

export interface MemoryOptions {
  /** Told of each single text that is written or removed. */
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
      describe: (_kind, name) => `the thing ${name}`,
      async read(_kind: Kind, name: string): Promise<Item | undefined> {
        seen.set(name, versions.get(name));
        const entries = items.get(name);
        return entries && { entries, isForeign: foreign.has(name) };
      },
      async write(kind, name, entries) {
        if (seen.get(name) !== versions.get(name)) throw new RaceError(`${name} has changed`);
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
