import type { RequestContext } from '../request/context.js';
import type { Environment } from '../registry/environment.js';

/** The least seconds after which a watch ends whose client did not say: up to twice as many, so that not all end at once. */
const SHORTEST_DEFAULT = 1800;
/** Milliseconds between two looks at the watches under way. */
const INTERVAL = 250;
/** Milliseconds between bookmarks, about. */
const BOOKMARK_INTERVAL = 60_000;
/** Milliseconds before a watch's end at which there is to be one, where the watch is long enough. */
const BOOKMARK_MARGIN = 2000;

/** Milliseconds that a watch may take; `shortest` is the least seconds where the client did not say. */
export function watchLimit(
  seconds: number | undefined,
  { random }: Pick<Environment, 'random'>,
  shortest = SHORTEST_DEFAULT,
): number {
  return (seconds === undefined || seconds <= 0 ? shortest + random(shortest) : seconds) * 1000;
}

/** Milliseconds between the bookmarks of a watch: so many that the last one comes shortly before its end. */
export function bookmarkInterval(limit: number): number {
  const last = limit - Math.min(BOOKMARK_MARGIN, limit / 2);
  return last / Math.ceil(last / BOOKMARK_INTERVAL);
}

/** Ends watches whose time is up. One timer looks after all of them, and only while there are any. */
export interface WatchDeadlines {
  /** The least seconds of a watch whose client did not say. */
  readonly shortest: number;
  /** Aborts the request after so many milliseconds and up to a quarter of a second more. */
  readonly add: (context: RequestContext, milliseconds: number) => void;
  readonly remove: (context: RequestContext) => void;
}

export function watchDeadlines(shortest = SHORTEST_DEFAULT): WatchDeadlines {
  const ends = new Map<RequestContext, number>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = performance.now();
    for (const [context, end] of ends) {
      if (end > now) continue;
      ends.delete(context);
      context.abort(new Error('the watch has had its time'));
    }
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
