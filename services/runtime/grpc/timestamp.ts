/** `google.protobuf.Timestamp`: seconds since 1970 and the nanoseconds after them, from 0 to 999,999,999. */
export interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
}

/** Of milliseconds since 1970. */
export function timestampOf(milliseconds: number): Timestamp {
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: Math.round((milliseconds - seconds * 1000) * 1_000_000) };
}

/** In milliseconds since 1970, cut to a whole number. */
export function millisecondsOf({ seconds, nanos }: Timestamp): number {
  return seconds * 1000 + Math.floor(nanos / 1_000_000);
}
