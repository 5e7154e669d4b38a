import { CelError, Duration, Timestamp } from './value.js';

const SECOND = 1_000_000_000n;
const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: SECOND,
  m: 60n * SECOND,
  h: 3_600n * SECOND,
};
const MAX_DURATION = 2n ** 63n - 1n;
/** The minimum timestamp: the start of year 1, Go's zero time. */
export const ZERO_TIME = -62_135_596_800n * SECOND;
const MAX_TIME = 253_402_300_799n * SECOND + 999_999_999n;
/** Length limit of a valid duration. */
const MAX_TEXT = 200;

/** Parses a Go duration, such as `1h30m`, to nanoseconds; undefined for invalid text. */
export function parseDuration(text: string): bigint | undefined {
  const [, sign, body] =
    /^([-+]?)((?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h).*|0)$/s.exec(text.slice(0, MAX_TEXT)) ?? [];
  if (body === undefined || text.length > MAX_TEXT) return undefined;
  let nanos = 0n;
  if (body !== '0') {
    let end = 0;
    for (const [part, whole, fraction, unit] of body.matchAll(/(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/gy)) {
      const scale = UNITS[unit ?? ''] ?? 0n;
      if (`${whole}${fraction ?? ''}` === '') return undefined;
      nanos += BigInt(whole === '' || whole === undefined ? 0 : whole) * scale;
      if (fraction !== undefined && fraction !== '')
        nanos += (BigInt(fraction) * scale) / 10n ** BigInt(fraction.length);
      end += part.length;
    }
    if (end !== body.length) return undefined;
  }
  if (nanos > MAX_DURATION) return undefined;
  return sign === '-' ? -nanos : nanos;
}

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:[Zz]|([-+])(\d{2}):(\d{2}))$/;

/** Parses an RFC 3339 time to nanoseconds since 1970; undefined for invalid text. */
export function parseTimestamp(text: string): bigint | undefined {
  const found = text.length > MAX_TEXT ? null : RFC3339.exec(text);
  if (found === null) return undefined;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = '', sign, away, minutes] =
    found;
  const seconds = civilSeconds(Number(year), Number(month), Number(day));
  const isClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  const isZone = Number(away ?? 0) <= 24 && Number(minutes ?? 0) < 60;
  if (seconds === undefined || !isClock || !isZone) return undefined;
  const zone = (Number(away ?? 0) * 60 + Number(minutes ?? 0)) * 60 * (sign === '-' ? -1 : 1);
  const clock = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return BigInt(seconds + clock - zone) * SECOND + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

/** Parses a date such as `2006-01-02` to nanoseconds since 1970. */
export function parseDate(text: string): bigint | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const seconds = civilSeconds(Number(year), Number(month), Number(day));
  return year === '' || seconds === undefined ? undefined : BigInt(seconds) * SECOND;
}

function civilSeconds(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() / 1000 : undefined;
}

export function timestamp(nanos: bigint, zone = 0): Timestamp | CelError {
  return nanos < ZERO_TIME || nanos > MAX_TIME ? new CelError('timestamp overflow') : new Timestamp(nanos, zone);
}

export function duration(nanos: bigint): Duration | CelError {
  return nanos < -MAX_DURATION - 1n || nanos > MAX_DURATION ? new CelError('duration overflow') : new Duration(nanos);
}

/** Such as `1.5s`. */
export function durationText({ nanos }: Duration): string {
  const size = nanos < 0n ? -nanos : nanos;
  return `${nanos < 0n ? '-' : ''}${size / SECOND}${fractionText(size % SECOND)}s`;
}

/** Such as `2006-01-02T15:04:05.5Z` or `2006-01-02T15:04:05+01:00`. */
export function timestampText({ nanos, zone }: Timestamp): string {
  const fraction = ((nanos % SECOND) + SECOND) % SECOND;
  const date = new Date(Number((nanos - fraction) / 1_000_000n) + zone * 60_000);
  const two = (part: number): string => String(part).padStart(2, '0');
  const away = Math.abs(zone);
  const offset = zone === 0 ? 'Z' : `${zone < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`;
  return `${date.toISOString().slice(0, 19)}${fractionText(fraction)}${offset}`;
}

/** The zone of an RFC 3339 time, in minutes east of UTC. */
export function zoneOf(text: string): number {
  const [, sign, hours, minutes] = /([-+])(\d{2}):(\d{2})$/.exec(text) ?? [];
  const away = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -away : away;
}

function fractionText(nanos: bigint): string {
  return nanos === 0n ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
}
