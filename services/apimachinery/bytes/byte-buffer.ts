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
  return new GrowingBuffer(expected);
}

/** A class, since each open watch of a client has one: an object literal with an accessor takes a kilobyte. */
class GrowingBuffer implements ByteBuffer {
  readonly #expected: number;
  #bytes = NOTHING;
  #length = 0;

  constructor(expected: number) {
    this.#expected = expected;
  }

  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.byteLength;
    if (needed > this.#bytes.byteLength) {
      const doubled = this.#length === 0 ? needed : Math.max(LEAST_CAPACITY, 2 * needed);
      const larger = Buffer.allocUnsafe(this.#expected > needed ? Math.min(this.#expected, 2 * needed) : doubled);
      larger.set(this.view());
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = needed;
  }

  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  take(): Buffer {
    const taken = this.view();
    this.#bytes = NOTHING;
    this.#length = 0;
    return taken;
  }
}
