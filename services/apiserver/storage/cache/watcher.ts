import { SlowWatcherError, type Revision, type WatchBatch } from '../store.js';
import { eventRevision } from './history.js';

/** One reader of events, with what it has not taken yet. */
export interface Watcher extends AsyncIterable<WatchBatch> {
  /** `bytes` are those of the batch's values. */
  readonly push: (batch: WatchBatch, bytes: number) => void;
  /** Ends it at once, quietly where there is no error. */
  readonly end: (error?: Error) => void;
}

export interface WatcherOptions {
  /** Events before this one are not of interest. */
  readonly from: Revision;
  /** Called once, when nothing more is to be pushed. */
  readonly onEnd: () => void;
}

/** Over so many queued events, or bytes of them, a reader is too slow: it is cut off, and resumes. */
const MAX_EVENTS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** A reader that is never waited for. */
export function createWatcher({ from, onEnd }: WatcherOptions): Watcher {
  const queue: { readonly batch: WatchBatch; readonly bytes: number }[] = [];
  let [events, bytes] = [0, 0];
  let ended: { readonly error: Error | undefined } | undefined;
  let wake: (() => void) | undefined;

  function end(error?: Error): void {
    if (ended !== undefined) return;
    ended = { error };
    queue.length = 0;
    onEnd();
    wake?.();
  }

  async function* read(): AsyncGenerator<WatchBatch> {
    try {
      for (;;) {
        const next = queue.shift();
        if (next !== undefined) {
          events -= next.batch.events.length;
          bytes -= next.bytes;
          yield next.batch;
        } else if (ended !== undefined) {
          if (ended.error !== undefined) throw ended.error;
          return;
        } else {
          await new Promise<void>((resolve) => (wake = resolve));
        }
      }
    } finally {
      end();
    }
  }

  return {
    push(pushed, size) {
      const batch = withoutEarlier(pushed, from);
      // A batch that brings nothing may tell of anything that was before.
      const isEarly = batch.events.length === 0 && pushed.events.length > 0;
      if (ended !== undefined || isEarly || batch.revision < from - 1) return;
      queue.push({ batch, bytes: size });
      events += batch.events.length;
      bytes += size;
      if (events > MAX_EVENTS || bytes > MAX_BYTES) {
        end(new SlowWatcherError(`the watch fell ${events} events behind`));
      }
      wake?.();
    },
    end,
    [Symbol.asyncIterator]: read,
  };
}

/** The batch itself, unless it holds events before `from`. */
function withoutEarlier(batch: WatchBatch, from: Revision): WatchBatch {
  const [first] = batch.events;
  if (first === undefined || eventRevision(first) >= from) return batch;
  return { ...batch, events: batch.events.filter((event) => eventRevision(event) >= from) };
}
