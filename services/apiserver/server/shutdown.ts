/** The time between the wish that the server end and its end. */
export interface Shutdown {
  /** Whether it has been told to stop. */
  readonly isUnderWay: () => boolean;
  /** Tells it to stop; resolves when the time is over in which everything is still served. Telling it twice is telling it once. */
  readonly begin: () => Promise<void>;
}

/** `delay` is in milliseconds. */
export function createShutdown(delay: number): Shutdown {
  let begun: Promise<void> | undefined;
  return {
    isUnderWay: () => begun !== undefined,
    begin: () => (begun ??= delay === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, delay))),
  };
}
