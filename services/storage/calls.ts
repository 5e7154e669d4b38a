import { StoreUnavailableError } from './store.js';

/** The calls of a store, so that closing it can wait for those under way and refuse later ones. */
export interface Calls {
  readonly run: <T>(body: () => Promise<T>) => Promise<T>;
  /** Resolves when no call is under way. */
  readonly idle: () => Promise<void>;
}

/** Once `closing` is aborted, calls reject with StoreUnavailableError. */
export function createCalls(closing: AbortSignal): Calls {
  const underWay = new Set<Promise<unknown>>();
  return {
    run: async (body) => {
      if (closing.aborted) throw new StoreUnavailableError('the store is closed', false);
      const call = body();
      underWay.add(call);
      try {
        return await call;
      } finally {
        underWay.delete(call);
      }
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
