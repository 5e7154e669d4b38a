import { CelError } from '../values/value.js';
import { nanosOf } from './standard.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';

const MILLISECOND = 1_000_000n;

/** A timestamp in a time zone. */
interface Clock {
  /** Its local date and time, read as UTC. */
  readonly date: Date;
  readonly nanos: bigint;
}

const ACCESSORS: Readonly<Record<string, (clock: Clock) => number>> = {
  getFullYear: ({ date }) => date.getUTCFullYear(),
  getMonth: ({ date }) => date.getUTCMonth(),
  getDayOfYear: ({ date }) => Math.floor((startOfDay(date) - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000),
  getDayOfMonth: ({ date }) => date.getUTCDate() - 1,
  getDate: ({ date }) => date.getUTCDate(),
  getDayOfWeek: ({ date }) => date.getUTCDay(),
  getHours: ({ date }) => date.getUTCHours(),
  getMinutes: ({ date }) => date.getUTCMinutes(),
  getSeconds: ({ date }) => date.getUTCSeconds(),
  getMilliseconds: ({ date }) => date.getUTCMilliseconds(),
};

/** Nanoseconds of each duration unit. */
const COUNTS: Readonly<Record<string, bigint>> = {
  getHours: 3_600_000n * MILLISECOND,
  getMinutes: 60_000n * MILLISECOND,
  getSeconds: 1_000n * MILLISECOND,
  getMilliseconds: MILLISECOND,
};

/** Accessors of timestamps (in UTC or another zone) and durations. */
export const times: readonly Overload[] = [
  ...Object.entries(ACCESSORS).flatMap(([name, read]) => [
    overload(`timestamp.${name}(): int`, `timestamp_${name}`, ([value]) => BigInt(read(clockAt(nanosOf(value), 0)))),
    overload(`timestamp.${name}(string): int`, `timestamp_${name}_tz`, ([value, zone]) => {
      const away = offsetOf(textOf(zone), nanosOf(value));
      return away instanceof CelError ? away : BigInt(read(clockAt(nanosOf(value), away)));
    }),
  ]),
  ...Object.entries(COUNTS).map(([name, unit]) =>
    overload(`duration.${name}(): int`, `duration_${name}`, ([value]) => nanosOf(value) / unit),
  ),
];

function startOfDay(date: Date): number {
  return Math.floor(date.getTime() / 86_400_000) * 86_400_000;
}

function clockAt(nanos: bigint, offsetMinutes: number): Clock {
  const fraction = ((nanos % MILLISECOND) + MILLISECOND) % MILLISECOND;
  return { date: new Date(Number((nanos - fraction) / MILLISECOND) + offsetMinutes * 60_000), nanos };
}

/** Minutes east of UTC for a zone such as `+01:30` or `Europe/Berlin`. */
function offsetOf(zone: string, nanos: bigint): number | CelError {
  const [, sign, hours, minutes] = /^([-+]?)(\d{1,2}):(\d{2})$/.exec(zone) ?? [];
  if (hours !== undefined) {
    const away = Number(hours) * 60 + Number(minutes);
    return sign === '-' ? -away : away;
  }
  const date = new Date(Number(nanos / MILLISECOND));
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone === '' ? 'UTC' : zone,
      timeZoneName: 'longOffset',
    });
    const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const found = name.replace(/^GMT/, '');
    return found === '' ? 0 : offsetOf(found.slice(0, 6), nanos);
  } catch {
    return new CelError(`unknown time zone ${zone}`);
  }
}
