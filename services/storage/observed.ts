import type { Store } from './store.js';

/** Called after each call: the operation, its key or prefix, and its duration in milliseconds. */
export type ObserveCall = (operation: StoreOperation, key: string, milliseconds: number) => void;

export type StoreOperation = 'get' | 'list' | 'create' | 'update' | 'delete' | 'currentRevision' | 'compact';

export interface ObserveOptions {
  readonly observe: ObserveCall;
  /** Milliseconds. */
  readonly clock: () => number;
}

/** Wraps a store with an observer of its calls, including failed ones. Watches are not observed. */
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
