import { durationProblem } from './go-duration.js';
import { timeZoneProblem } from './time-zones.js';

/** A number that a field of a schedule can have, from `min` to `max`. Names stand for numbers from `min` on. */
interface Field {
  readonly min: bigint;
  readonly max: bigint;
  readonly names?: readonly string[];
}

/** Minute, hour, day of the month, month, day of the week. */
const FIELDS: readonly Field[] = [
  { min: 0n, max: 59n },
  { min: 0n, max: 23n },
  { min: 1n, max: 31n },
  {
    min: 1n,
    max: 12n,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { min: 0n, max: 6n, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];

const DESCRIPTORS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];
const EVERY = '@every ';
/** White space in Go. */
const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
const MAX_INTEGER = 2n ** 63n - 1n;

class ScheduleError extends Error {}

/**
 * The problem of a schedule in the form of cron, in the words of the parser of Kubernetes (robfig/cron); undefined for a
 * valid one.
 */
export function scheduleProblem(schedule: string): string | undefined {
  try {
    checkSchedule(schedule);
    return undefined;
  } catch (error) {
    if (error instanceof ScheduleError) return error.message;
    throw error;
  }
}

function fail(text: string): never {
  throw new ScheduleError(text);
}

function checkSchedule(schedule: string): void {
  const spec = withoutTimeZone(schedule);
  if (spec.startsWith('@')) return checkDescriptor(spec);
  const fields = spec.split(SPACE).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    fail(`expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`);
  }
  for (const [index, field] of FIELDS.entries()) {
    for (const range of (fields[index] ?? '').split(',')) if (range !== '') checkRange(range, field);
  }
}

/** The schedule without its prefix for a time zone, such as `TZ=UTC `. */
function withoutTimeZone(schedule: string): string {
  if (!/^(?:CRON_)?TZ=/.test(schedule)) return schedule;
  const end = schedule.indexOf(' ');
  if (end < 0) fail('invalid schedule format: runtime error: slice bounds out of range [:-1]');
  const zone = schedule.slice(schedule.indexOf('=') + 1, end);
  const problem = timeZoneProblem(zone);
  if (problem !== undefined) fail(`provided bad location ${zone}: ${problem}`);
  return schedule.slice(end).trim();
}

function checkDescriptor(text: string): void {
  if (DESCRIPTORS.includes(text)) return;
  if (!text.startsWith(EVERY)) fail(`unrecognized descriptor: ${text}`);
  const problem = durationProblem(text.slice(EVERY.length));
  if (problem !== undefined) fail(`failed to parse duration ${text}: ${problem}`);
}

/** A number, a range such as `1-5`, or `*`, each with an optional step such as `/2`. */
function checkRange(text: string, field: Field): void {
  const [range = '', step, ...furtherSteps] = text.split('/');
  const [low = '', high, ...furtherLimits] = range.split('-');
  let { min: start, max: end } = field;
  if (low !== '*' && low !== '?') {
    start = numberOf(low, field);
    if (furtherLimits.length > 0) fail(`too many hyphens: ${text}`);
    end = high === undefined ? start : numberOf(high, field);
  }
  if (furtherSteps.length > 0) fail(`too many slashes: ${text}`);
  const every = step === undefined ? 1n : integerOf(step);
  if (step !== undefined && high === undefined) end = field.max;
  if (start < field.min) fail(`beginning of range (${start}) below minimum (${field.min}): ${text}`);
  if (end > field.max) fail(`end of range (${end}) above maximum (${field.max}): ${text}`);
  if (start > end) fail(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
  if (every === 0n) fail(`step of range should be a positive number: ${text}`);
}

function numberOf(text: string, { min, names = [] }: Field): bigint {
  const index = names.indexOf(text.toLowerCase());
  return index < 0 ? integerOf(text) : min + BigInt(index);
}

function integerOf(text: string): bigint {
  const failed = `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}`;
  if (!/^[+-]?\d+$/.test(text)) fail(`${failed}: invalid syntax`);
  // Parsing a longer text is expensive.
  const digits = text.replace(/^[+-]?0*/, '') || '0';
  const value = digits.length > 19 ? MAX_INTEGER + 1n : BigInt(digits);
  if (value > MAX_INTEGER) fail(`${failed}: value out of range`);
  if (text.startsWith('-') && value > 0n) fail(`negative number (-${value}) not allowed: ${text}`);
  return value;
}
