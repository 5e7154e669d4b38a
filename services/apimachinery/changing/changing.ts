/** An observable value, such as the content of a file. */
export interface Changing<T> {
  readonly current: () => T;
  /** Calls the listener with each new value until the signal is aborted. */
  readonly onChange: (listener: (value: T) => void, signal: AbortSignal) => void;
}

export interface Settable<T> extends Changing<T> {
  readonly set: (value: T) => void;
}

/** An observable value with a setter. */
export function changing<T>(first: T): Settable<T> {
  let value = first;
  const listeners = new Set<(value: T) => void>();
  return {
    current: () => value,
    onChange(listener, signal) {
      if (signal.aborted) return;
      // A separate entry, because the same function may be registered twice.
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

/** An observable value computed from another one. */
export function derived<T, U>(source: Changing<T>, make: (value: T) => U): Changing<U> {
  return {
    current: () => make(source.current()),
    onChange: (listener, signal) => source.onChange((value) => listener(make(value)), signal),
  };
}

/** Computes a value lazily, once for each value of the source. */
export function memoised<T extends object, U>(source: Pick<Changing<T>, 'current'>, make: (value: T) => U): () => U {
  let last: { readonly from: T; readonly made: U } | undefined;
  return () => {
    const from = source.current();
    if (last?.from !== from) last = { from, made: make(from) };
    return last.made;
  };
}

/** Memoises by object identity; a result lives as long as its key. */
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

/** A function that is compiled on its first call. */
export function lazily<Args extends unknown[], Result>(
  compile: () => (...args: Args) => Result,
): (...args: Args) => Result {
  let compiled: ((...args: Args) => Result) | undefined;
  return (...args) => (compiled ??= compile())(...args);
}

/** The same for a value. */
export function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

/** The difference of a list from the previous one, by identity of items. */
export interface Difference<Item> {
  readonly came: readonly Item[];
  readonly left: readonly Item[];
}

/** Creates a function that compares each list with the previous one. */
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
