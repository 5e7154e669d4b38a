/** Milliseconds between the first two corrections, and at most between any. */
const FIRST = 100;
const LONGEST = 300_000;
/** Milliseconds of peace after which a quarrel is over. */
const PEACE = 60_000;

/**
 * Keeps two who disagree from undoing each other's work without end: servers on one etcd that were not given one
 * certificate do disagree. The more often the same thing is put right, the longer that waits.
 */
export interface Damper {
  /** Milliseconds until the thing may be put right; 0 says that it is now. */
  readonly delay: (key: string) => number;
  readonly forget: (key: string) => void;
}

/** `now` is in milliseconds. */
export function createDamper(now: () => number): Damper {
  const last = new Map<string, { readonly at: number; readonly wait: number }>();
  return {
    delay(key) {
      const time = now();
      const { at, wait } = last.get(key) ?? { at: -Infinity, wait: FIRST };
      const passed = time - at;
      if (passed < wait) return wait - passed;
      // The other one waits as long, and some of that twice.
      const isOver = passed > 4 * wait + PEACE;
      last.set(key, { at: time, wait: isOver ? FIRST : Math.min(2 * wait, LONGEST) });
      return 0;
    },
    forget(key) {
      last.delete(key);
    },
  };
}
