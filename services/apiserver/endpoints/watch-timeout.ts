import type { RequestContext } from '../request/context.js';
import type { Environment } from '../registry/environment.js';

/**
 * The minimum default timeout in seconds. The default is random up to twice this, so that watches do not end together.
 */
const SHORTEST_DEFAULT = 1800;
/** Milliseconds between checks of the running watches. */
const INTERVAL = 250;
/** Approximate milliseconds between bookmarks. */
const BOOKMARK_INTERVAL = 60_000;
/** Milliseconds between the last bookmark and the end of a watch that is long enough. */
const BOOKMARK_MARGIN = 2000;

/** The timeout of a watch in milliseconds; `shortest` is the minimum default in seconds. */
export function watchLimit(
  seconds: number | undefined,
  { random }: Pick<Environment, 'random'>,
  shortest = SHORTEST_DEFAULT,
): number {
  return (seconds === undefined || seconds <= 0 ? shortest + random(shortest) : seconds) * 1000;
}

/** Milliseconds between a watch's bookmarks, such that the last one comes shortly before its end. */
export function bookmarkInterval(limit: number): number {
  const last = limit - Math.min(BOOKMARK_MARGIN, limit / 2);
  return last / Math.ceil(last / BOOKMARK_INTERVAL);
}

/** Ends watches at their timeout. One timer serves all of them, and runs only while there are any. */
export interface WatchDeadlines {
  /** The minimum default timeout in seconds. */
  readonly shortest: number;
  /** Aborts the request after the timeout, with up to a quarter of a second of delay. */
  readonly add: (context: RequestContext, milliseconds: number) => void;
  readonly remove: (context: RequestContext) => void;
}

export function watchDeadlines(shortest = SHORTEST_DEFAULT): WatchDeadlines {
  const ends = new Map<RequestContext, number>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = performance.now();
    // Not an iterator: it creates two objects for each of thousands of idle watches.
    ends.forEach((end, context) => {
      if (end > now) return;
      ends.delete(context);
      context.abort(new Error('the watch has timed out'));
    });
    if (ends.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    shortest,
    add(context, milliseconds) {
      ends.set(context, performance.now() + milliseconds);
      timer ??= setInterval(look, INTERVAL).unref();
    },
    remove: (context) => void ends.delete(context),
  };
}
