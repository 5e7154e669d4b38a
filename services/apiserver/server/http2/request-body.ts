/** Small parts are put together up to so many bytes, so that each byte does not cost an object. */
const BLOCK_BYTES = 16 * 1024;

/** What a client has sent of a request's body, and is yet to send. It is read once. */
export interface RequestBody {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Takes a copy. */
  readonly push: (part: Buffer) => void;
  readonly end: () => void;
  /** Nothing of it is kept. Whoever has not read all of it is told so, and never takes what he has for the whole. */
  readonly fail: (error: Error) => void;
}

export interface BodyOptions {
  /** Told of bytes that are kept no more, so that the client may send as many again. */
  readonly onTaken: (bytes: number) => void;
  /** Told once, when somebody begins to read. */
  readonly onWanted: () => void;
}

export function requestBody({ onTaken, onWanted }: BodyOptions): RequestBody {
  let parts: Buffer[] = [];
  let state: 'open' | 'ended' | Error = 'open';
  let wake: (() => void) | undefined;
  const changed = (): void => {
    wake?.();
    wake = undefined;
  };
  const fail = (error: Error): void => {
    const kept = parts;
    parts = [];
    if (state === 'open' || kept.length > 0) state = error;
    for (const { length } of kept) onTaken(length);
    changed();
  };

  async function* read(): AsyncGenerator<Uint8Array> {
    onWanted();
    try {
      for (;;) {
        const part = parts.shift();
        if (part !== undefined) {
          onTaken(part.length);
          yield part;
        } else if (state === 'open') {
          await new Promise<void>((resolve) => (wake = resolve));
        } else if (state instanceof Error) {
          throw state;
        } else {
          return;
        }
      }
    } finally {
      fail(new Error('the rest of the body is not read'));
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
