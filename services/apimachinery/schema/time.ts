/**
 * RFC 3339 times, parsed as Go's `time.Parse` does and written in UTC: whole seconds (`2006-01-02T15:04:05Z`), or
 * microseconds with exactly six decimals.
 */
const SECONDS_LAYOUT = '2006-01-02T15:04:05Z07:00';
const MICROS_LAYOUT = '2006-01-02T15:04:05.000000Z07:00';

/** The elements of the layout in order, with Go's names. */
const ELEMENTS: readonly (readonly [pattern: RegExp, element: string])[] = [
  [/^\d{4}/, '2006'],
  [/^-/, '-'],
  [/^\d\d/, '01'],
  [/^-/, '-'],
  [/^\d\d/, '02'],
  [/^T/, 'T'],
  [/^\d\d?/, '15'],
  [/^:/, ':'],
  [/^\d\d/, '04'],
  [/^:/, ':'],
  [/^\d\d/, '05'],
];
const FRACTION = /^[.,]\d+/;
const MICROS = /^[.,]\d{6}(?!\d)/;
const ZONE = /^(?:Z|[+-]\d\d:\d\d)/;

const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const CANONICAL_MICROS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const ZERO = '0001-01-01T00:00:00';

/** An invalid time; the message is Go's. */
export class TimeError extends Error {
  override readonly name = 'TimeError';
}

/** The time in UTC; undefined for Go's zero time, which means absent. Throws TimeError. */
export function canonicalTime(text: string, micro: boolean): string | undefined {
  if ((micro ? CANONICAL_MICROS : CANONICAL).test(text) && rangeError(text.slice(0, 19)) === undefined) {
    const zero = text.startsWith(ZERO) && (!micro || text.startsWith('.000000', 19));
    return zero ? undefined : text;
  }
  const { clock, fraction, zone } = splitTime(text, micro);
  const [date = '', hour = ''] = clock.split('T');
  const local = Date.parse(`${date}T${hour.length < 8 ? '0' : ''}${hour}Z`);
  const seconds = (local - offsetMinutes(zone) * 60_000) / 1000;
  const result = timeOfSeconds(seconds, micro ? Number(fraction.slice(1, 7)) : undefined);
  if (result === undefined) throw outOfRange(text, 'year');
  return canonicalTime(result, micro);
}

/** The canonical text of a time; undefined for a year without four digits. `micros` only for a MicroTime. */
export function timeOfSeconds(seconds: number, micros?: number): string | undefined {
  const date = new Date(seconds * 1000);
  if (!(seconds >= -62_167_219_200 && seconds <= 253_402_300_799)) return undefined;
  const text = date.toISOString().slice(0, 19);
  return micros === undefined ? `${text}Z` : `${text}.${String(micros).padStart(6, '0')}Z`;
}

/** Seconds since 1970 and microseconds of a canonical text. */
export function secondsOfTime(canonical: string): { readonly seconds: number; readonly micros: number } {
  const seconds = Date.parse(`${canonical.slice(0, 19)}Z`) / 1000;
  return { seconds, micros: canonical.length > 20 ? Number(canonical.slice(20, 26)) : 0 };
}

function splitTime(text: string, micro: boolean): { clock: string; fraction: string; zone: string } {
  let rest = text;
  for (const [pattern, element] of ELEMENTS) rest = after(pattern, element);
  const clock = text.slice(0, text.length - rest.length);
  const fraction = (micro ? MICROS : FRACTION).exec(rest)?.[0] ?? '';
  if (micro && fraction === '') throw cannotParse(text, micro, rest, '.000000');
  rest = rest.slice(fraction.length);
  const zone = ZONE.exec(rest)?.[0] ?? '';
  rest = after(ZONE, 'Z07:00');
  if (rest !== '') throw new TimeError(`parsing time ${JSON.stringify(text)}: extra text: ${JSON.stringify(rest)}`);
  const wrong = rangeError(clock) ?? (Math.abs(offsetMinutes(zone)) > 24 * 60 ? 'time zone offset hour' : undefined);
  if (wrong !== undefined) throw outOfRange(text, wrong);
  return { clock, fraction, zone };

  function after(pattern: RegExp, element: string): string {
    const found = pattern.exec(rest)?.[0];
    if (found === undefined) throw cannotParse(text, micro, rest, element);
    return rest.slice(found.length);
  }
}

function cannotParse(text: string, micro: boolean, rest: string, element: string): TimeError {
  const [whole, layout] = [JSON.stringify(text), micro ? MICROS_LAYOUT : SECONDS_LAYOUT];
  return new TimeError(`parsing time ${whole} as "${layout}": cannot parse ${JSON.stringify(rest)} as "${element}"`);
}

function outOfRange(text: string, part: string): TimeError {
  return new TimeError(`parsing time ${JSON.stringify(text)}: ${part} out of range`);
}

/** The element of `2006-01-02T15:04:05` that is out of range; the hour may have one digit. */
function rangeError(clock: string): string | undefined {
  const [year, month, day] = [Number(clock.slice(0, 4)), Number(clock.slice(5, 7)), Number(clock.slice(8, 10))];
  if (month < 1 || month > 12) return 'month';
  if (Number(clock.slice(11, clock.length - 6)) > 23) return 'hour';
  if (Number(clock.slice(-5, -3)) > 59) return 'minute';
  if (Number(clock.slice(-2)) > 59) return 'second';
  return day < 1 || day > daysOfMonth(year, month) ? 'day' : undefined;
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function offsetMinutes(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return zone.startsWith('-') ? -minutes : minutes;
}
