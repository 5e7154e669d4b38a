const NANOSECONDS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);
const LIMIT = 2n ** 63n - 1n;
const LONGEST_NUMBER = 19;

/** The problem of a duration such as `1h30m`, in the words of Go's time.ParseDuration; undefined for a valid one. */
export function durationProblem(text: string): string | undefined {
  const quoted = JSON.stringify(text);
  const problem = `time: invalid duration ${quoted}`;
  let rest = text.replace(/^[-+]/, '');
  if (rest === '0') return undefined;
  if (rest === '') return problem;
  let total = 0n;
  while (rest !== '') {
    const [number = '', whole = '', fraction = ''] = /^(\d*)(\.\d*)?/.exec(rest) ?? [];
    if (whole === '' && fraction.length < 2) return problem;
    const [unit = ''] = /^[^.\d]*/.exec(rest.slice(number.length)) ?? [];
    if (whole.replace(/^0+/, '').length > LONGEST_NUMBER) return problem;
    if (unit === '') return `time: missing unit in duration ${quoted}`;
    const length = NANOSECONDS.get(unit);
    if (length === undefined) return `time: unknown unit ${JSON.stringify(unit)} in duration ${quoted}`;
    total += BigInt(whole === '' ? 0 : whole) * length;
    if (total > LIMIT) return problem;
    rest = rest.slice(number.length + unit.length);
  }
  return undefined;
}
