/** Small parts are put together up to so many bytes, so that each byte does not cost an object. */
const BLOCK_BYTES = 16 * 1024;

/** What a client has sent of a request's body, and is yet to send. It is read once. */
export interface RequestBody {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Takes a copy. */
  readonly push: (part: Buffer) => void;
  readonly end: () => void;
  /** Whoever reads it is told so. */
  readonly fail: (error: Error) => void;
  /** Nobody reads it, or will read on. */
  readonly drop: () => void;
}

export interface BodyOptions {
  /** Told of bytes that are kept no more, so that the client may send as many again. */
  readonly onTaken: (bytes: number) => void;
  /** Told once, when somebody begins to read. */
  readonly onWanted: () => void;
}

export function requestBody({ onTaken, onWanted }: BodyOptions): RequestBody {
  let parts: Buffer[] = [];
  let state: 'open' | 'ended' | 'dropped' | Error = 'open';
  let wake: (() => void) | undefined;
  const changed = (): void => {
    wake?.();
    wake = undefined;
  };
  const become = (next: Exclude<typeof state, 'open'>): void => {
    if (state === 'open' || next === 'dropped') state = next;
    changed();
  };
  const discard = (): void => {
    const kept = parts;
    parts = [];
    for (const { length } of kept) onTaken(length);
  };
  const drop = (): void => {
    discard();
    become('dropped');
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
      drop();
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
    end: () => become('ended'),
    fail(error) {
      discard();
      become(error);
    },
    drop,
  };
}
