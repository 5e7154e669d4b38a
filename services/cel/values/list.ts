import type { Value } from './value.js';

/** A list whose items may be made when they are first looked at. */
export abstract class List implements Iterable<Value> {
  abstract readonly size: number;

  /** The item at an index that is in range. */
  abstract get(index: number): Value;

  *[Symbol.iterator](): IterableIterator<Value> {
    for (let index = 0; index < this.size; index += 1) yield this.get(index);
  }

  /** This list with the items of another behind its own. Lists that are sets or maps merge them. */
  concat(other: List): List {
    return new ArrayList([...this, ...other]);
  }

  /** Whether the lists are equal in a way of this list's own, such as without regard to order; undefined: item by item. */
  equals(_other: List, _equal: (left: Value, right: Value) => boolean): boolean | undefined {
    return undefined;
  }
}

export class ArrayList extends List {
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
 * A list that grows at its end while a macro collects items. Lists that share its array see only their own part of it, so that
 * adding an item takes the same time however long the list is.
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

  override concat(other: List): List {
    const items = this.#items.length === this.size ? this.#items : this.#items.slice(0, this.size);
    for (const item of other) items.push(item);
    return new GrowingList(items);
  }
}

/** The numbers from 0 up to a size, which may be huge. */
export class RangeList extends List {
  readonly size: number;

  constructor(size: number) {
    super();
    this.size = size;
  }

  get(index: number): Value {
    return BigInt(index);
  }
}
