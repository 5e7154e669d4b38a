import { createByteBuffer } from '@pilothouse/apimachinery/bytes/byte-buffer.js';

/** The received body of a stream. It can be read once. */
export interface IncomingBody {
  /** Each iteration yields all buffered bytes. */
  readonly bytes: AsyncIterable<Buffer>;
  /** Number of buffered bytes. */
  readonly waiting: () => number;
  /** Copies the part. */
  readonly push: (part: Uint8Array) => void;
  readonly end: () => void;
  /** Discards buffered bytes. The reader gets the error unless it has read the whole body. */
  readonly fail: (reason: () => unknown) => void;
}

export interface BodyOptions {
  /** Called with the number of bytes read or discarded, for the flow-control window. */
  readonly onTaken: (bytes: number) => void;
  /** Called once, when reading begins. */
  readonly onWanted?: () => void;
  /** Called when the reader stops before the body is complete. */
  readonly onLeft?: () => void;
}

/** Errors are passed as functions, because creating one records a stack trace, which is expensive. */
const notRead = (): Error => new Error('the rest of the body is not read');

/** Buffers unread bytes in one growing buffer, so that small parts cost no object each. */
export function incomingBody(options: BodyOptions): IncomingBody {
  return new Body(options);
}

/**
 * A class, since a generator function in a closure is another function for each body: V8 makes a hidden class for its generators,
 * which keeps the body, and all that the closure refers to, until a full collection of garbage.
 */
class Body implements IncomingBody, AsyncIterable<Buffer> {
  readonly #waiting = createByteBuffer();
  readonly #options: BodyOptions;
  #state: 'open' | 'ended' | (() => unknown) = 'open';
  #wake: (() => void) | undefined;

  constructor(options: BodyOptions) {
    this.#options = options;
  }

  get bytes(): AsyncIterable<Buffer> {
    return this;
  }

  waiting(): number {
    return this.#waiting.length;
  }

  push(part: Uint8Array): void {
    if (this.#state !== 'open') {
      this.#options.onTaken(part.byteLength);
      return;
    }
    this.#waiting.append(part);
    this.#changed();
  }

  end(): void {
    if (this.#state === 'open') this.#state = 'ended';
    this.#changed();
  }

  fail(reason: () => unknown): void {
    const { length } = this.#waiting.take();
    if (this.#state === 'open' || length > 0) this.#state = reason;
    if (length > 0) this.#options.onTaken(length);
    this.#changed();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const { onTaken, onWanted, onLeft } = this.#options;
    onWanted?.();
    try {
      for (;;) {
        if (this.#waiting.length > 0) {
          const part = this.#waiting.take();
          onTaken(part.length);
          yield part;
        } else if (this.#state === 'open') {
          await new Promise<void>((resolve) => (this.#wake = resolve));
        } else if (this.#state === 'ended') {
          return;
        } else {
          throw this.#state();
        }
      }
    } finally {
      if (this.#state === 'open') onLeft?.();
      this.fail(notRead);
    }
  }

  #changed(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
