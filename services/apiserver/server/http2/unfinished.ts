/** The largest number of streams that are remembered; clients know of older ones that they are closed. */
const MOST = 1000;

/**
 * Streams that only this side has closed. The client may go on sending frames on them that were under way (RFC 9113,
 * section 5.1), within the window that it had.
 */
export interface Unfinished {
  /** `window` is how many bytes the client may still send. */
  readonly add: (stream: number, window: number) => void;
  readonly has: (stream: number) => boolean;
  /** Counts received bytes; false where they exceed the window. */
  readonly take: (stream: number, bytes: number) => boolean;
  /** The client has closed it, too. */
  readonly end: (stream: number) => void;
}

export function createUnfinished(): Unfinished {
  const windows = new Map<number, number>();
  return {
    add(stream, window) {
      windows.set(stream, window);
      const [oldest] = windows.keys();
      if (windows.size > MOST && oldest !== undefined) windows.delete(oldest);
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
