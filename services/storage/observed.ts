import type { Store } from './store.js';

/** Told of each call that has come to its end: what was done, to which key or prefix, and the milliseconds that it took. */
export type ObserveCall = (operation: StoreOperation, key: string, milliseconds: number) => void;

export type StoreOperation = 'get' | 'list' | 'create' | 'update' | 'delete' | 'currentRevision' | 'compact';

export interface ObserveOptions {
  readonly observe: ObserveCall;
  /** Milliseconds. */
  readonly clock: () => number;
}

/** The same store with an observer of its calls, also of those that fail. Watches have no end that says anything. */
export function observeStore(store: Store, { observe, clock }: ObserveOptions): Store {
  async function observed<T>(operation: StoreOperation, key: string, call: () => Promise<T>): Promise<T> {
    const start = clock();
    try {
      return await call();
    } finally {
      observe(operation, key, clock() - start);
    }
  }
  return {
    get provesProgress() {
      return store.provesProgress;
    },
    get: (key, options) => observed('get', key, () => store.get(key, options)),
    list: (prefix, options) => observed('list', prefix, () => store.list(prefix, options)),
    create: (key, value, options) => observed('create', key, () => store.create(key, value, options)),
    update: (key, value, expected, options) =>
      observed('update', key, () => store.update(key, value, expected, options)),
    delete: (key, expected, options) => observed('delete', key, () => store.delete(key, expected, options)),
    watch: (prefix, options) => store.watch(prefix, options),
    currentRevision: (options) => observed('currentRevision', '', () => store.currentRevision(options)),
    requestProgress: () => store.requestProgress(),
    compact: (revision) => observed('compact', '', () => store.compact(revision)),
    close: () => store.close(),
  };
}
