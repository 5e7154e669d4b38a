const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Such as `1.5 GiB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${UNITS[power] ?? 'bytes'}`;
}

const DAY = 86_400_000;

/** The time until or since a date: `in 3 days`, `2 hours ago`. */
export function distanceText(date: Date, now: Date): string {
  const milliseconds = date.getTime() - now.getTime();
  const size = Math.abs(milliseconds);
  const [count, unit] =
    size >= DAY
      ? [size / DAY, 'day']
      : size >= DAY / 24
        ? [(size * 24) / DAY, 'hour']
        : [(size * 1440) / DAY, 'minute'];
  const whole = Math.floor(count);
  const text = `${whole} ${unit}${whole === 1 ? '' : 's'}`;
  return milliseconds < 0 ? `${text} ago` : `in ${text}`;
}

/** Milliseconds, or seconds from one second on. */
export function durationText(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
