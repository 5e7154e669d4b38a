/** Minimum capacity from the second chunk on, so that small chunks do not reallocate each time. */
const MIN_CAPACITY = 64;

/**
 * Growing buffer: copies chunks into one allocation. A single chunk is allocated exactly. After that the capacity
 * doubles, so copying is amortised O(1) for each byte and memory is at most twice the content.
 */
export interface ByteBuffer {
  /** Bytes appended since the last {@link take}. */
  readonly length: number;
  readonly append: (chunk: Uint8Array) => void;
  /** A view of the content; valid until the next append. */
  readonly view: () => Buffer;
  /** Returns the content and empties the buffer. */
  readonly take: () => Buffer;
}

const NOTHING: Buffer = Buffer.alloc(0);

/** `expected`: hint of the total length. It saves memory and never allocates ahead of the data. */
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
      const doubled = this.#length === 0 ? needed : Math.max(MIN_CAPACITY, 2 * needed);
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
