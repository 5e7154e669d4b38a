/** Observer of a stream. */
export interface Follower {
  readonly chunk: (bytes: Uint8Array) => void;
  /** Called once, at the end; `isComplete` is false if the reader has stopped early. */
  readonly end: (isComplete: boolean) => Promise<void>;
  /** Called instead of `end` if the stream fails. */
  readonly failed: (error: unknown) => Promise<void>;
}

/** Wraps a stream with an observer, which is called at its end even if the stream is never read. */
export function followed(body: AsyncIterable<Uint8Array>, follower: Follower): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const inner = body[Symbol.asyncIterator]();
      let isOver = false;
      const once = async (report: () => Promise<void>): Promise<void> => {
        if (isOver) return;
        isOver = true;
        await report();
      };
      return {
        async next() {
          let result: IteratorResult<Uint8Array>;
          try {
            result = await inner.next();
          } catch (error) {
            await once(() => follower.failed(error));
            throw error;
          }
          if (result.done === true) await once(() => follower.end(true));
          else follower.chunk(result.value);
          return result;
        },
        async return() {
          await inner.return?.();
          await once(() => follower.end(false));
          return { done: true, value: undefined };
        },
      };
    },
  };
}
