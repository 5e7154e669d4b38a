/** Small parts are put together up to so many bytes, so that each byte does not cost an object. */
const BLOCK_BYTES = 16 * 1024;

/** What the other side has sent of the body of a stream, and is yet to send. It is read once. */
export interface IncomingBody {
  readonly bytes: AsyncIterable<Buffer>;
  /** Takes a copy. */
  readonly push: (part: Buffer) => void;
  readonly end: () => void;
  /** Nothing of it is kept. Whoever has not read all of it is told so, and never takes what he has for the whole. */
  readonly fail: (reason: () => Error) => void;
}

export interface BodyOptions {
  /** Told of bytes that are kept no more, so that the other side may send as many again. */
  readonly onTaken: (bytes: number) => void;
  /** Told once, when somebody begins to read; nobody when absent. */
  readonly onWanted?: () => void;
}

/** An error knows where it was made, which is dear: it is made for those who see it. */
const notRead = (): Error => new Error('the rest of the body is not read');

export function incomingBody({ onTaken, onWanted }: BodyOptions): IncomingBody {
  let parts: Buffer[] = [];
  let state: 'open' | 'ended' | (() => Error) = 'open';
  let wake: (() => void) | undefined;
  const changed = (): void => {
    wake?.();
    wake = undefined;
  };
  const fail = (reason: () => Error): void => {
    const kept = parts;
    parts = [];
    if (state === 'open' || kept.length > 0) state = reason;
    for (const { length } of kept) onTaken(length);
    changed();
  };

  async function* read(): AsyncGenerator<Buffer> {
    onWanted?.();
    try {
      for (;;) {
        const part = parts.shift();
        if (part !== undefined) {
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
    push(part) {
      if (state !== 'open') {
        onTaken(part.length);
        return;
      }
      const last = parts.at(-1);
      if (last !== undefined && last.length + part.length <= BLOCK_BYTES)
        parts[parts.length - 1] = Buffer.concat([last, part]);
      else parts.push(Buffer.from(part));
      changed();
    },
    end() {
      if (state === 'open') state = 'ended';
      changed();
    },
    fail,
  };
}
