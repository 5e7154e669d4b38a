/** Told of how a stream goes. */
export interface Follower {
  readonly chunk: (bytes: Uint8Array) => void;
  /** Once, at the end; `isComplete` is false where whoever reads has left. */
  readonly end: (isComplete: boolean) => Promise<void>;
  /** In place of `end`, where the stream breaks off. */
  readonly failed: (error: unknown) => Promise<void>;
}

/** The same stream with a follower, who is told of its end also where nobody has begun to read it. */
export function followed(body: AsyncIterable<Uint8Array>, follower: Follower): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const inner = body[Symbol.asyncIterator]();
      let isOver = false;
      const once = async (tell: () => Promise<void>): Promise<void> => {
        if (isOver) return;
        isOver = true;
        await tell();
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
