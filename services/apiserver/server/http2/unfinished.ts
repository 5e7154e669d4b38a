/** Of so many streams it is known; a client has been told of the others long ago. */
const MOST = 1000;

/** The streams that are over on this side alone: what their client still sends is no error, until it has ended them, too. */
export interface Unfinished {
  readonly add: (stream: number) => void;
  /** Whether it is one of them. */
  readonly has: (stream: number) => boolean;
  /** The client has ended it. */
  readonly end: (stream: number) => void;
}

export function createUnfinished(): Unfinished {
  const streams = new Set<number>();
  return {
    add(stream) {
      streams.add(stream);
      const [oldest] = streams;
      if (streams.size > MOST && oldest !== undefined) streams.delete(oldest);
    },
    has: (stream) => streams.has(stream),
    end: (stream) => void streams.delete(stream),
  };
}
