/** A character class, an escape, a repetition count, or one character. */
const PARTS = /\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\\[^]|\{(\d{1,4})(?:,(\d{0,4}))?\}|[^]/g;

/** Estimates the RE2 states of a pattern: one for each character, multiplied by repetitions. */
export function statesOf(pattern: string): number {
  const around: number[] = [];
  let size = 0;
  /** Estimate for a repetition count. */
  let last = 0;
  for (const [part, least, most] of pattern.matchAll(PARTS)) {
    if (part === '(') {
      around.push(size);
      [size, last] = [0, 0];
    } else if (part === ')') {
      last = size + 1;
      size = (around.pop() ?? 0) + last;
    } else if (least !== undefined) {
      const times = Math.max(Number(least), Number(most ?? 0), 1);
      size += last * (times - 1);
      last *= times;
    } else {
      last = 1;
      size += last;
    }
  }
  return around.reduce((sum, each) => sum + each, size);
}
