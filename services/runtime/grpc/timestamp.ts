/** `google.protobuf.Timestamp`: seconds since 1970 and nanoseconds from 0 to 999,999,999. */
export interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
}

/** From milliseconds since 1970. */
export function timestampOf(milliseconds: number): Timestamp {
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: Math.round((milliseconds - seconds * 1000) * 1_000_000) };
}

/** In milliseconds since 1970, rounded down. */
export function millisecondsOf({ seconds, nanos }: Timestamp): number {
  return seconds * 1000 + Math.floor(nanos / 1_000_000);
}
