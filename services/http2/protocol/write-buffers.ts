/** Size of a buffer. The output of a connection writes 128 KB and one more data frame at once, with frame heads and other frames. */
const SIZE = 148 * 1024;
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
