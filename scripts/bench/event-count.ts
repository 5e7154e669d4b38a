const NEWLINE = 0x0a;
const BRACE = 0x7d;
/** The last chunks of a watch that are kept: more than one event. */
const KEPT = 4;

/** The events of one watch, in any number of responses. */
export interface CountedWatch {
  /** Counts the events in a chunk of the current response. */
  readonly receive: (chunk: Uint8Array) => void;
  /** Begins another response. Returns the resourceVersion of the last event; undefined before the first. */
  readonly resume: () => string | undefined;
}

/**
 * Counts the events of some watches, and calls back once, when each of them has received as many as expected. A watch may receive
 * more: others write too, such as the controller that publishes the root CA. Returns a function that begins a watch. With `events` 0,
 * nothing is counted.
 */
export function eventCount(
  { watches, events }: { readonly watches: number; readonly events: number },
  onAll: () => void,
): () => CountedWatch {
  let left = watches;
  return () => {
    let missing = events;
    let last = 0;
    let kept: Uint8Array[] = [];
    let version: string | undefined;
    return {
      receive(chunk) {
        if (kept.push(chunk) > KEPT) kept.shift();
        if (missing <= 0) return;
        // An event ends with a brace and a newline, which occur nowhere else in JSON or HTTP chunks.
        for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) {
          if ((at === 0 ? last : chunk[at - 1]) === BRACE) missing -= 1;
        }
        last = chunk[chunk.length - 1] ?? last;
        if (missing > 0) return;
        left -= 1;
        if (left === 0) onAll();
      },
      resume() {
        const text = Buffer.concat(kept).toString('latin1');
        // An event that was cut off is sent again.
        const whole = text.slice(0, text.lastIndexOf('}\n') + 1);
        version = [...whole.matchAll(/"resourceVersion":"(\d+)"/g)].at(-1)?.[1] ?? version;
        [kept, last] = [[], 0];
        return version;
      },
    };
  };
}
