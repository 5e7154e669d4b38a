import { StoreUnavailableError } from './store.js';

/** Tracks the calls in flight of a store, so that close() waits for them and refuses later ones. */
export interface Calls {
  readonly run: <T>(body: () => Promise<T>) => Promise<T>;
  /** Resolves when no call is in flight. */
  readonly idle: () => Promise<void>;
}

/** Once `closing` is aborted, calls reject with StoreUnavailableError. */
export function createCalls(closing: AbortSignal): Calls {
  let inFlight = 0;
  const waiting: (() => void)[] = [];
  async function idle(): Promise<void> {
    if (inFlight === 0) return;
    await new Promise<void>((resolve) => waiting.push(resolve));
    await idle();
  }
  return {
    run: async (body) => {
      if (closing.aborted) throw new StoreUnavailableError('the store is closed', false);
      inFlight += 1;
      try {
        return await body();
      } finally {
        inFlight -= 1;
        if (inFlight === 0) for (const resolve of waiting.splice(0)) resolve();
      }
    },
    idle,
  };
}
