/** A value, or the promise of one. Functions on hot paths return a value where they need not wait. */
export type Awaitable<T> = T | Promise<T>;
