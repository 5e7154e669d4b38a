/** A POST to a webhook. */
export interface OutgoingCall {
  /** Host and port. */
  readonly authority: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface CallLimits {
  readonly maxResponseBytes: number;
  /** Ends the call, which rejects with its reason. */
  readonly signal: AbortSignal;
}

/** A whole response. */
export interface Exchanged {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The connection ended before the response. The code is that of a connection closed by the peer. */
export class EndedError extends Error {
  override readonly name: string = 'EndedError';
  readonly code = 'ECONNRESET';
}

/** A kept connection ended without any response, or the server has certainly not processed the call. */
export class StaleError extends EndedError {
  override readonly name = 'StaleError';
}

/** The connection ended within the body. */
export class TruncatedError extends Error {
  override readonly name = 'TruncatedError';
}

/** The body exceeds the limit. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** Collects a body up to the limit. */
export function bodyCollector(limit: number): {
  /** Copies the part. False if the body exceeds the limit. */
  readonly add: (part: Buffer) => boolean;
  readonly take: () => Buffer;
} {
  const parts: Buffer[] = [];
  let length = 0;
  return {
    add(part) {
      length += part.length;
      if (length > limit) return false;
      parts.push(Buffer.from(part));
      return true;
    },
    take: () => (parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)),
  };
}

export function tooLong({ maxResponseBytes }: CallLimits): TooLongError {
  return new TooLongError(`the response has more than ${maxResponseBytes} bytes`);
}
