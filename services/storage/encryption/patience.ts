import type { Entry } from '../store.js';

/** The entry of a watch event whose key service was asked: the answer, or `instead` if the service takes too long. */
export type Patience = (answer: Promise<Entry>, instead: () => Entry) => Promise<Entry>;

/** Milliseconds for which a watch waits for a key service. */
const WAIT = 500;
/** Milliseconds for which it does not wait again after that. */
const PAUSE = 10_000;

/**
 * Bounds the time for which a key service that does not answer delays a watch, since later events of all resources follow in it.
 * `answer` must not reject. An entry that can be read ends the pause.
 */
export function createPatience(wait = WAIT): Patience {
  let pausedUntil = 0;
  return async (answer, instead) => {
    const limit = performance.now() < pausedUntil ? 0 : wait;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), limit)));
    const seen = answer.then((entry) => {
      if (entry.problem === undefined) pausedUntil = 0;
      return entry;
    });
    const entry = await Promise.race([seen, timeout]);
    clearTimeout(timer);
    if (entry !== undefined) return entry;
    if (limit > 0) pausedUntil = performance.now() + PAUSE;
    return instead();
  };
}
