import { List, type Value } from './value.js';

/** A list whose concatenation is a plain list. */
export abstract class PlainList extends List {
  concat(other: List): List {
    return new ArrayList([...this, ...other]);
  }
}

export class ArrayList extends PlainList {
  readonly #items: readonly Value[];

  constructor(items: readonly Value[]) {
    super();
    this.#items = items;
  }

  get size(): number {
    return this.#items.length;
  }

  get(index: number): Value {
    return this.#items[index] ?? null;
  }
}

/**
 * An append-only list for macros. Lists share the array and see only their own prefix, so appending takes constant
 * time.
 */
export class GrowingList extends List {
  readonly #items: Value[];
  readonly size: number;

  constructor(items: Value[], size = items.length) {
    super();
    this.#items = items;
    this.size = size;
  }

  get(index: number): Value {
    return this.#items[index] ?? null;
  }

  concat(other: List): List {
    const items = this.#growable();
    for (let index = 0; index < other.size; index += 1) items.push(other.get(index));
    return new GrowingList(items);
  }

  /** The list with one more item. */
  with(item: Value): GrowingList {
    const items = this.#growable();
    items.push(item);
    return new GrowingList(items);
  }

  #growable(): Value[] {
    return this.#items.length === this.size ? this.#items : this.#items.slice(0, this.size);
  }
}

/** The range of integers from 0 to a size, which may be huge. */
export class RangeList extends PlainList {
  readonly size: number;

  constructor(size: number) {
    super();
    this.size = size;
  }

  get(index: number): Value {
    return BigInt(index);
  }
}
