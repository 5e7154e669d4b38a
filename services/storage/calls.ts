import { StoreUnavailableError } from './store.js';

/** Tracks the calls in flight of a store, so that close() waits for them and refuses later ones. */
export interface Calls {
  readonly run: <T>(body: () => Promise<T>) => Promise<T>;
  /** Resolves when no call is in flight. */
  readonly idle: () => Promise<void>;
}

/** Once `closing` is aborted, calls reject with StoreUnavailableError. */
export function createCalls(closing: AbortSignal): Calls {
  const inFlight = new Set<Promise<unknown>>();
  return {
    run: async (body) => {
      if (closing.aborted) throw new StoreUnavailableError('the store is closed', false);
      const call = body();
      inFlight.add(call);
      try {
        return await call;
      } finally {
        inFlight.delete(call);
      }
    },
    idle: async () => {
      while (inFlight.size > 0) await Promise.allSettled(inFlight);
    },
  };
}
