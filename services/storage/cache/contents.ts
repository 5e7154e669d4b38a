import type { Entry } from '../store.js';
import { sizeOf } from './entry-size.js';
import { createLabelIndex } from './label-index.js';
import { createTree, type EntryTree } from './tree.js';

/** The present entries of a collection with their indexes. A class, since there are thousands, most of them empty. */
export class Contents {
  readonly tree: EntryTree;
  readonly labels = createLabelIndex();
  /** The keys of entries whose values cannot be read. */
  readonly unreadable = new Set<string>();
  /** Whether there was ever such an entry. */
  hasUnreadable = false;
  /** Size of all values. */
  bytes = 0;
  readonly #noticeKey: (key: string) => void;
  readonly #prefix: string;
  /** The number of keys in each namespace, since counting those of a range takes as long as reading them. */
  readonly #sizes = new Map<string, number>();

  /** `prefix`: that of all keys. */
  constructor(prefix: string) {
    ({ tree: this.tree, noticeKey: this.#noticeKey } = createTree());
    this.#prefix = prefix;
  }

  /** The number of keys with a prefix, if it is that of the collection or of a namespace with keys. */
  sizeOf(prefix: string): number | undefined {
    return prefix === this.#prefix ? this.tree.size : this.#sizes.get(prefix);
  }

  /** Adds an entry in place of the known one with its key. */
  put(entry: Entry, known?: Entry): void {
    if (known !== undefined) this.#release(known);
    this.#noticeKey(entry.key);
    this.bytes += sizeOf(entry);
    if (entry.problem !== undefined) {
      this.unreadable.add(entry.key);
      this.hasUnreadable = true;
    }
    if (this.tree.set(entry.key, entry)) this.#resize(entry.key, 1);
    this.labels.add(entry);
  }

  delete(known: Entry): void {
    this.#release(known);
    if (this.tree.delete(known.key)) this.#resize(known.key, -1);
  }

  #release(known: Entry): void {
    this.labels.remove(known);
    this.bytes -= sizeOf(known);
    this.unreadable.delete(known.key);
  }

  #resize(key: string, by: number): void {
    for (let slash = key.indexOf('/', this.#prefix.length); slash !== -1; slash = key.indexOf('/', slash + 1)) {
      const namespace = key.slice(0, slash + 1);
      const size = (this.#sizes.get(namespace) ?? 0) + by;
      if (size === 0) this.#sizes.delete(namespace);
      else this.#sizes.set(namespace, size);
    }
  }
}
