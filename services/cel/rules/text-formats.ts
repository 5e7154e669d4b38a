import { parseDate, parseDuration, parseTimestamp } from '../values/time.js';

const UNITS: readonly (readonly [RegExp, bigint])[] = [
  [/^(?:ns|nano.*)$/i, 1n],
  [/^(?:us|µs|micro.*)$/i, 1_000n],
  [/^(?:ms|milli.*)$/i, 1_000_000n],
  [/^(?:s|sec.*)$/i, 1_000_000_000n],
  [/^(?:m|min.*)$/i, 60_000_000_000n],
  [/^(?:h|hr|hour.*)$/i, 3_600_000_000_000n],
  [/^(?:d|day.*)$/i, 86_400_000_000_000n],
  [/^(?:w|wk|week.*)$/i, 604_800_000_000_000n],
];
/** Length limit of a duration. */
const MAX_LENGTH = 1_000;

/** A `duration` string in nanoseconds: Go durations, or integers with units in words, such as `3 days`. */
export function formatDuration(text: string): bigint | undefined {
  const plain = parseDuration(text);
  if (plain !== undefined || text.length > MAX_LENGTH) return plain;
  let sum: bigint | undefined;
  for (const [, count = '0', word = ''] of text.matchAll(/(\d+)\s*([a-zµ]+)/gi)) {
    const scale = UNITS.find(([unit]) => unit.test(word))?.[1];
    if (scale !== undefined) sum = (sum ?? 0n) + BigInt(count) * scale;
  }
  return sum;
}

/** A `date-time` string in nanoseconds since 1970. Without a zone it is UTC. */
export function formatTime(text: string): bigint | undefined {
  return parseTimestamp(text) ?? parseTimestamp(`${text}Z`) ?? parseDate(text);
}
