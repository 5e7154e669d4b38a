import { createByteBuffer } from '@pilothouse/apimachinery/bytes/byte-buffer.js';

/** The body of a stream as the other side sends it. It is read once. */
export interface IncomingBody {
  /** Each iteration yields all bytes that wait. */
  readonly bytes: AsyncIterable<Buffer>;
  /** Bytes that wait for the reader. */
  readonly waiting: () => number;
  /** Copies the part. */
  readonly push: (part: Uint8Array) => void;
  readonly end: () => void;
  /** Drops what waits. The reader gets the error unless it has read the whole body before. */
  readonly fail: (reason: () => Error) => void;
}

export interface BodyOptions {
  /** Called with the number of bytes that were read or dropped, so that the other side may send as many again. */
  readonly onTaken: (bytes: number) => void;
  /** Called once, when reading begins. */
  readonly onWanted?: () => void;
}

/** Errors are passed as functions: an error records a stack trace, which is expensive where the error is never seen. */
const notRead = (): Error => new Error('the rest of the body is not read');

/** Bytes that wait for the reader are kept in one growing buffer, so that tiny parts cost no object each. */
export function incomingBody({ onTaken, onWanted }: BodyOptions): IncomingBody {
  const waiting = createByteBuffer();
  let state: 'open' | 'ended' | (() => Error) = 'open';
  let wake: (() => void) | undefined;
  const changed = (): void => {
    wake?.();
    wake = undefined;
  };
  const fail = (reason: () => Error): void => {
    const { length } = waiting.take();
    if (state === 'open' || length > 0) state = reason;
    if (length > 0) onTaken(length);
    changed();
  };

  async function* read(): AsyncGenerator<Buffer> {
    onWanted?.();
    try {
      for (;;) {
        if (waiting.length > 0) {
          const part = waiting.take();
          onTaken(part.length);
          yield part;
        } else if (state === 'open') {
          await new Promise<void>((resolve) => (wake = resolve));
        } else if (state === 'ended') {
          return;
        } else {
          throw state();
        }
      }
    } finally {
      fail(notRead);
    }
  }

  return {
    bytes: { [Symbol.asyncIterator]: read },
    waiting: () => waiting.length,
    push(part) {
      if (state !== 'open') {
        onTaken(part.byteLength);
        return;
      }
      waiting.append(part);
      changed();
    },
    end() {
      if (state === 'open') state = 'ended';
      changed();
    },
    fail,
  };
}
