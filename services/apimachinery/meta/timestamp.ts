/** A time as objects carry it: RFC 3339, UTC, whole seconds. */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
