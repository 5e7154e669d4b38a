const NEWLINE = 0x0a;
const BRACE = 0x7d;

/**
 * Counts the events of some watches, and calls back once, when each of them has received as many as expected. A watch may receive
 * more: others write too, such as the controller that publishes the root CA. Returns a function that begins a watch, which returns
 * a function for each of its chunks. With `events` 0, nothing is counted.
 */
export function eventCount(
  { watches, events }: { readonly watches: number; readonly events: number },
  onAll: () => void,
): () => (chunk: Uint8Array) => void {
  let left = watches;
  return () => {
    let missing = events;
    let last = 0;
    return (chunk) => {
      if (missing <= 0) return;
      // An event ends with a brace and a newline, which occur nowhere else in JSON or HTTP chunks.
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) {
        if ((at === 0 ? last : chunk[at - 1]) === BRACE) missing -= 1;
      }
      last = chunk[chunk.length - 1] ?? last;
      if (missing > 0) return;
      left -= 1;
      if (left === 0) onAll();
    };
  };
}
