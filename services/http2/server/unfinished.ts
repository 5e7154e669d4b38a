/** Limit of remembered streams. Clients know older ones as closed. */
const MAX_STREAMS = 1000;

/**
 * Half-closed streams: closed by the server, not yet by the client. The client may still send frames that were in flight
 * (RFC 9113, section 5.1), within its window.
 */
export interface Unfinished {
  /** `window` is the number of bytes that the client may still send. */
  readonly add: (stream: number, window: number) => void;
  readonly has: (stream: number) => boolean;
  /** Counts received bytes. Returns false if they exceed the window. */
  readonly take: (stream: number, bytes: number) => boolean;
  /** The client has closed the stream. */
  readonly end: (stream: number) => void;
}

export function createUnfinished(): Unfinished {
  const windows = new Map<number, number>();
  return {
    add(stream, window) {
      windows.set(stream, window);
      const [oldest] = windows.keys();
      if (windows.size > MAX_STREAMS && oldest !== undefined) windows.delete(oldest);
    },
    has: (stream) => windows.has(stream),
    take(stream, bytes) {
      const left = (windows.get(stream) ?? 0) - bytes;
      windows.set(stream, left);
      return left >= 0;
    },
    end: (stream) => void windows.delete(stream),
  };
}
