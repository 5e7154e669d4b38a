const MILLISECONDS = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const PART = /(\d+\.?\d*|\.\d+)([^\d.]*)/g;

/** The milliseconds of a duration as in Go, such as `3s` or `1m30s`. Throws an Error with the text of Go. */
export function durationOf(text: string): number {
  const invalid = (why: string): never => {
    throw new Error(`time: ${why} duration ${JSON.stringify(text)}`);
  };
  const sign = text.startsWith('-') ? -1 : 1;
  const unsigned = text.replace(/^[+-]/, '');
  if (unsigned === '0') return 0;
  if (!/^(?:(?:\d+\.?\d*|\.\d+)[^\d.]*)+$/.test(unsigned)) return invalid('invalid');
  let total = 0;
  for (const [, number = '', unit = ''] of unsigned.matchAll(PART)) {
    if (unit === '') return invalid('missing unit in');
    if (!isUnit(unit)) return invalid(`unknown unit ${JSON.stringify(unit)} in`);
    total += Number(number) * MILLISECONDS[unit];
  }
  return sign * total;
}

function isUnit(text: string): text is keyof typeof MILLISECONDS {
  return Object.hasOwn(MILLISECONDS, text);
}

/** A duration in Go's form, such as `-1m30s`. */
export function durationText(milliseconds: number): string {
  const sign = milliseconds < 0 ? '-' : '';
  const seconds = Math.abs(milliseconds) / 1000;
  if (seconds < 60) return `${sign}${seconds}s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${sign}${hours > 0 ? `${hours}h` : ''}${minutes}m${seconds % 60}s`;
}
