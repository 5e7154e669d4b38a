/** The time between the wish that the server end and its end. */
export interface Shutdown {
  /** Whether it has been told to stop. */
  readonly isUnderWay: () => boolean;
  /**
   * Whether half of that time is over. By then who shares out connections sends new ones elsewhere, so that this is when
   * clients are to give up those that they have.
   */
  readonly isEnding: () => boolean;
  /** Tells it to stop; resolves when the time is over in which everything is still served. Telling it twice is telling it once. */
  readonly begin: () => Promise<void>;
}

/** `delay` is in milliseconds. */
export function createShutdown(delay: number): Shutdown {
  let begun: Promise<void> | undefined;
  let isEnding = false;
  async function waitInTwo(): Promise<void> {
    await passed(delay / 2);
    isEnding = true;
    await passed(delay / 2);
  }
  return {
    isUnderWay: () => begun !== undefined,
    isEnding: () => isEnding,
    begin: () => (begun ??= waitInTwo()),
  };
}

async function passed(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
