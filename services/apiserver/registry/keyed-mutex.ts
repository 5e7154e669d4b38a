/** Keyed mutex: serialises writes to one object in this process. */
export interface KeyedMutex {
  readonly isLocked: (key: string) => boolean;
  /**
   * Runs `work` after all earlier work for the same key has ended, or has called its `release`. Released work continues at the
   * same time as later work.
   */
  readonly run: <Result>(key: string, work: (release: () => void) => Promise<Result>) => Promise<Result>;
}

export function createKeyedMutex(): KeyedMutex {
  /** The tail of each queue, which ends when the next work may run. */
  const last = new Map<string, Promise<void>>();
  return {
    isLocked: (key) => last.has(key),
    async run(key, work) {
      const before = last.get(key);
      let end = (): void => {};
      const turn = new Promise<void>((resolve) => (end = resolve));
      last.set(key, turn);
      const release = (): void => {
        if (last.get(key) === turn) last.delete(key);
        end();
      };
      await before;
      try {
        return await work(release);
      } finally {
        release();
      }
    },
  };
}
