import { cpuTime } from '@pilothouse/cel/evaluate/cpu-time.js';

/** CPU time in milliseconds for one expression with its variables, beyond its cost limits. */
const LONGEST = 1000;

/** Creates a test whether CPU time is up. It counts from the first call, which only long evaluations make. */
export function lateTest(): () => boolean {
  let end: number | undefined;
  return () => {
    const now = cpuTime();
    end ??= now + LONGEST;
    return now > end;
  };
}
