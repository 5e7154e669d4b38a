import { List, type Value } from './value.js';

/** A list whose sum with another is a plain list. */
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

  concat(other: List): List {
    const items = this.#items.length === this.size ? this.#items : this.#items.slice(0, this.size);
    for (const item of other) items.push(item);
    return new GrowingList(items);
  }
}

/** The numbers from 0 up to a size, which may be huge. */
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
