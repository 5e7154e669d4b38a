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
export function incomingBody({ onTaken, onWanted, onLeft }: BodyOptions): IncomingBody {
  const waiting = createByteBuffer();
  let state: 'open' | 'ended' | (() => unknown) = 'open';
  let wake: (() => void) | undefined;
  const changed = (): void => {
    wake?.();
    wake = undefined;
  };
  const fail = (reason: () => unknown): void => {
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
      if (state === 'open') onLeft?.();
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
