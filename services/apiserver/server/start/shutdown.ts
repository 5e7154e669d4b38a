/** Shutdown delay, during which all requests are served. */
export interface Shutdown {
  /** Whether the shutdown has begun. */
  readonly isUnderWay: () => boolean;
  /**
   * Whether half of the delay has passed. By then load balancers send new connections to other servers, so clients are told to
   * close theirs.
   */
  readonly isEnding: () => boolean;
  /** Begins the shutdown. Resolves after the delay. Idempotent. */
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
