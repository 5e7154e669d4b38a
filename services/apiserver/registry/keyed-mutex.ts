/** Lets those who write one object in this process go one after another. */
export interface KeyedMutex {
  readonly isLocked: (key: string) => boolean;
  /** Runs `work` once all that came before it for the same key has ended. */
  readonly run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
}

export function createKeyedMutex(): KeyedMutex {
  /** The last in each queue. */
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
