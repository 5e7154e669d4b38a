import { humanDuration } from '@pilothouse/kinds/definition/duration.js';

/** The time since a creation, as kubectl shows it. `<unknown>` without a time. */
export function ageText(time: string | undefined, now: number): string {
  const since = time === undefined ? NaN : Date.parse(time);
  // Clocks differ: what was created in the future is new.
  return Number.isNaN(since) ? '<unknown>' : humanDuration(Math.max(0, now - since) / 1000);
}
