/** A value that becomes another one now and then, such as what a file says. */
export interface Changing<T> {
  readonly current: () => T;
  /** Calls back with each new value, until the signal is aborted. */
  readonly onChange: (listener: (value: T) => void, signal: AbortSignal) => void;
}

export interface Settable<T> extends Changing<T> {
  readonly set: (value: T) => void;
}

/** A value that is set from outside. */
export function changing<T>(first: T): Settable<T> {
  let value = first;
  const listeners = new Set<(value: T) => void>();
  return {
    current: () => value,
    onChange(listener, signal) {
      if (signal.aborted) return;
      // Each has an entry of its own, also where one function listens twice.
      const entry = (next: T): void => listener(next);
      listeners.add(entry);
      signal.addEventListener('abort', () => listeners.delete(entry), { once: true });
    },
    set(next) {
      value = next;
      for (const listener of listeners) listener(next);
    },
  };
}

/** What follows from another value. */
export function derived<T, U>(source: Changing<T>, make: (value: T) => U): Changing<U> {
  return {
    current: () => make(source.current()),
    onChange: (listener, signal) => source.onChange((value) => listener(make(value)), signal),
  };
}

/** What follows from another value, made once for each value when it is first asked for. */
export function memoised<T extends object, U>(source: Pick<Changing<T>, 'current'>, make: (value: T) => U): () => U {
  let last: { readonly from: T; readonly made: U } | undefined;
  return () => {
    const from = source.current();
    if (last?.from !== from) last = { from, made: make(from) };
    return last.made;
  };
}

/** Makes a value for each key at its first use, and keeps it as long as the key lives. */
export function keyed<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let found = made.get(key);
    if (found === undefined) {
      found = { value: make(key) };
      made.set(key, found);
    }
    return found.value;
  };
}

/** How a list differs from the one before, by the identity of items. */
export interface Difference<Item> {
  readonly came: readonly Item[];
  readonly left: readonly Item[];
}

/** Makes the function that compares each list with the one before, so that a change can cost what has changed. */
export function differences<Item>(): (items: readonly Item[]) => Difference<Item> {
  let former = new Set<Item>();
  return (items) => {
    const now = new Set(items);
    const came = [...now].filter((item) => !former.has(item));
    const left = [...former].filter((item) => !now.has(item));
    former = now;
    return { came, left };
  };
}
