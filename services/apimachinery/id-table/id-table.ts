/** A value with a number of its own, which stays the same while it is in a table. */
export interface Numbered {
  readonly id: number;
}

/**
 * Values by number, for short-lived values with ascending numbers, such as the streams of a connection. A Map keeps removed values
 * in tables that it has replaced: until a full collection of garbage, they and all that they refer to survive.
 */
export interface IdTable<Value> {
  readonly size: () => number;
  readonly get: (id: number) => Value | undefined;
  /** Adds a value whose number is not in the table. */
  readonly add: (value: Value) => void;
  /** Returns false if the number is not in the table. */
  readonly delete: (id: number) => boolean;
  /** A copy, in no particular order. */
  readonly all: () => Value[];
}

const LEAST_SLOTS = 16;

/** Open addressing with linear probing, in at least twice as many slots as values. */
export function createIdTable<Value extends Numbered>(): IdTable<Value> {
  let slots: (Value | undefined)[] = emptySlots(LEAST_SLOTS);
  let mask = LEAST_SLOTS - 1;
  let size = 0;

  // Streams of clients have odd numbers.
  const homeOf = (id: number): number => (id >>> 1) & mask;

  /** The slot of a number, or the free slot where it would be. */
  function slotOf(id: number): number {
    let at = homeOf(id);
    for (let value = slots[at]; value !== undefined && value.id !== id; value = slots[at]) at = (at + 1) & mask;
    return at;
  }

  function grow(): void {
    const former = slots;
    slots = emptySlots(former.length * 2);
    mask = slots.length - 1;
    for (const value of former) if (value !== undefined) slots[slotOf(value.id)] = value;
  }

  /** Moves later values of the same run to the freed slot, if it is not before their home. */
  function close(freed: number): void {
    let free = freed;
    let at = free;
    for (;;) {
      at = (at + 1) & mask;
      const value = slots[at];
      if (value === undefined) break;
      const distance = (at - homeOf(value.id)) & mask;
      if (distance < ((at - free) & mask)) continue;
      slots[free] = value;
      free = at;
    }
    slots[free] = undefined;
  }

  return {
    size: () => size,
    get: (id) => slots[slotOf(id)],
    add(value) {
      size += 1;
      if (size * 2 > slots.length) grow();
      slots[slotOf(value.id)] = value;
    },
    delete(id) {
      const at = slotOf(id);
      if (slots[at] === undefined) return false;
      close(at);
      size -= 1;
      return true;
    },
    all: () => slots.filter((value) => value !== undefined),
  };
}

function emptySlots(length: number): undefined[] {
  return Array.from({ length }, () => undefined);
}
