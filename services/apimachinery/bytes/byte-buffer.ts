/** Bytes that a second chunk makes room for, so that a few tiny chunks do not each reallocate. */
const LEAST_CAPACITY = 64;

/**
 * Growing buffer: copies chunks of any size into one allocation. A single chunk is allocated exactly; then the buffer doubles when it
 * is full, so that a byte is copied a constant number of times, and the memory is at most twice what was appended.
 */
export interface ByteBuffer {
  /** Bytes appended since the last {@link take}. */
  readonly length: number;
  readonly append: (chunk: Uint8Array) => void;
  /** A view of what was appended; valid until the next append. */
  readonly view: () => Buffer;
  /** Hands over what was appended, and leaves the buffer empty. */
  readonly take: () => Buffer;
}

const NOTHING: Buffer = Buffer.alloc(0);

/** `expected` is the total length where it is known: a hint, which spares memory and never allocates ahead of the data. */
export function createByteBuffer(expected = 0): ByteBuffer {
  let bytes = NOTHING;
  let length = 0;
  const view = (): Buffer => bytes.subarray(0, length);
  return {
    get length() {
      return length;
    },
    append(chunk) {
      const needed = length + chunk.byteLength;
      if (needed > bytes.byteLength) {
        const doubled = length === 0 ? needed : Math.max(LEAST_CAPACITY, 2 * needed);
        const larger = Buffer.allocUnsafe(expected > needed ? Math.min(expected, 2 * needed) : doubled);
        larger.set(view());
        bytes = larger;
      }
      bytes.set(chunk, length);
      length = needed;
    },
    view,
    take() {
      const taken = view();
      bytes = NOTHING;
      length = 0;
      return taken;
    },
  };
}
