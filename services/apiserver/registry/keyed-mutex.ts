/** Keyed mutex: serialises writes to one object in this process. */
export interface KeyedMutex {
  readonly isLocked: (key: string) => boolean;
  /** Runs `work` after all earlier work for the same key has ended. */
  readonly run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
}

export function createKeyedMutex(): KeyedMutex {
  /** The tail of each queue. */
  const last = new Map<string, Promise<unknown>>();
  return {
    isLocked: (key) => last.has(key),
    async run(key, work) {
      const before = last.get(key);
      const turn = before === undefined ? work() : before.then(work, work);
      last.set(key, turn);
      try {
        return await turn;
      } finally {
        if (last.get(key) === turn) last.delete(key);
      }
    },
  };
}
