import { CODE, ConnectionError } from '@pilothouse/runtime/http2/errors.js';

/** How much a client may do at once that makes work and gets it nothing, and how much of that again in a second. */
const MOST_AT_ONCE = 1000;
const EACH_SECOND = 100;

/**
 * Makes a function that counts what a well-behaved client does seldom: pings, settings, streams that it breaks off, empty
 * frames. Throws {@link ConnectionError} for one that floods.
 */
export function createCalm(now: () => number): () => void {
  let left = MOST_AT_ONCE;
  let since = now();
  return () => {
    const time = now();
    left = Math.min(MOST_AT_ONCE, left + ((time - since) / 1000) * EACH_SECOND);
    since = time;
    left -= 1;
    if (left < 0) throw new ConnectionError(CODE.enhanceYourCalm, 'too much of what leads to nothing');
  };
}
