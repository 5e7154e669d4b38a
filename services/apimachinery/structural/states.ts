/** A character class, an escape, a number of repetitions, or one character. */
const PARTS = /\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\\[^]|\{(\d{1,4})(?:,(\d{0,4}))?\}|[^]/g;

/** About how many states RE2 makes of a pattern: one for each character that it wants, again for each repetition. */
export function statesOf(pattern: string): number {
  const around: number[] = [];
  let size = 0;
  /** Of what a number of repetitions would be about. */
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
