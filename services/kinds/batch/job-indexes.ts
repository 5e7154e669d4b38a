/** Indexes of a Job: numbers and ranges with commas between, such as `1,3-5,7`. */
export type ParsedIndexes =
  | {
      readonly ok: true;
      /** Both limits belong to the interval. */
      readonly intervals: readonly Interval[];
      readonly total: number;
    }
  | { readonly ok: false; readonly problem: string };

type Interval = readonly [first: number, last: number];

/** Parses indexes below `completions`, which must increase. The problem has Kubernetes' words. */
export function parseIndexes(text: string, completions: number): ParsedIndexes {
  const intervals: Interval[] = [];
  let total = 0;
  for (const part of text === '' ? [] : text.split(',')) {
    const interval = parseInterval(part, completions);
    if (typeof interval === 'string') return { ok: false, problem: interval };
    const [first, last] = interval;
    const before = intervals.at(-1)?.[1];
    if (before !== undefined && before >= first) return { ok: false, problem: notIncreasing(before, first) };
    intervals.push(interval);
    total += last - first + 1;
  }
  return { ok: true, intervals, total };
}

/** The first index that both texts contain. Intervals that cannot be parsed are ignored. */
export function commonIndex(one: string, other: string, completions: number): number | undefined {
  const [ours, theirs] = [validIntervals(one, completions), validIntervals(other, completions)];
  let [mine, yours] = [0, 0];
  for (;;) {
    const [our, their] = [ours[mine], theirs[yours]];
    if (our === undefined || their === undefined) return undefined;
    if (our[0] <= their[1] && their[0] <= our[1]) return Math.max(our[0], their[0]);
    if (our[0] <= their[0]) mine += 1;
    else yours += 1;
  }
}

function validIntervals(text: string, completions: number): Interval[] {
  return text.split(',').flatMap((part) => {
    const interval = parseInterval(part, completions);
    return typeof interval === 'string' ? [] : [interval];
  });
}

/** The limits of `3` or `3-5`, or the problem. */
function parseInterval(text: string, completions: number): Interval | string {
  const limits = text.split('-');
  if (limits.length > 2) {
    const rule = "violates the requirement that an index interval can have at most two parts separated by '-'";
    return `the fragment ${JSON.stringify(text)} ${rule}`;
  }
  const numbers: number[] = [];
  for (const limit of limits) {
    if (!/^\+?\d{1,18}$/.test(limit)) return `cannot convert string to integer for index: ${JSON.stringify(limit)}`;
    if (Number(limit) >= completions) return `too large index: ${JSON.stringify(limit)}`;
    numbers.push(Number(limit));
  }
  const [first = 0, last = first] = numbers;
  return numbers.length > 1 && first >= last ? notIncreasing(first, last) : [first, last];
}

function notIncreasing(before: number, next: number): string {
  return `non-increasing order, previous: ${before}, current: ${next}`;
}
