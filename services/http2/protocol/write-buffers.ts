import { MAX_PAYLOAD } from './frames.js';

/** Data stay in their streams while this many bytes are buffered in the socket. */
export const MAX_BUFFERED = 128 * 1024;
/** Bytes for the heads of data frames in one write, and for other frames. */
const OTHERS = 4096;
/** Size of a buffer: what one write has at most, unless many other frames are in it. */
const SIZE = MAX_BUFFERED + MAX_PAYLOAD + OTHERS;
/** Free buffers that are kept: 2.4 MB. */
const MOST_FREE = 16;

/**
 * Buffers for large writes, which the connections of a server share. With new memory for each write, V8 collects all garbage after
 * a few large responses, because each buffer counts as external memory.
 */
export interface WriteBuffers {
  /** Size of each buffer in bytes. */
  readonly size: number;
  readonly take: () => Buffer;
  /** Returns a buffer that nothing refers to any longer. */
  readonly give: (buffer: Buffer) => void;
}

export function createWriteBuffers(): WriteBuffers {
  const free: Buffer[] = [];
  return {
    size: SIZE,
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(SIZE),
    give(buffer) {
      if (free.length < MOST_FREE) free.push(buffer);
    },
  };
}
