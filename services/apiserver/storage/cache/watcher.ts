import { SlowWatcherError, type Revision, type WatchBatch } from '../store.js';
import { eventRevision } from '../event.js';

/**
 * One reader of events, with what it has not taken yet. It is never waited for. There can be many thousands of them, most
 * of them idle: hence an iterator by hand, since a generator costs some kilobytes.
 */
export interface Watcher extends AsyncIterator<WatchBatch, undefined> {
  /** `bytes` are those of the batch's values. */
  readonly push: (batch: WatchBatch, bytes: number) => void;
  /** Ends it at once, quietly where there is no error. */
  readonly end: (error?: Error) => void;
  readonly return: () => Promise<IteratorReturnResult<undefined>>;
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

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

interface Waiting {
  readonly resolve: (result: IteratorResult<WatchBatch, undefined>) => void;
  readonly reject: (error: Error) => void;
}

export function createWatcher({ from, onEnd }: WatcherOptions): Watcher {
  let queue: { readonly batch: WatchBatch; readonly bytes: number }[] = [];
  let [events, bytes] = [0, 0];
  let ended: { error: Error | undefined } | undefined;
  let waiting: Waiting | undefined;

  function end(error?: Error): void {
    if (ended !== undefined) return;
    ended = { error };
    queue = [];
    onEnd();
    const reader = waiting;
    waiting = undefined;
    if (reader === undefined) return;
    if (error === undefined) return reader.resolve(DONE);
    ended.error = undefined;
    reader.reject(error);
  }

  return {
    push(pushed, size) {
      const batch = withoutEarlier(pushed, from);
      // A batch that brings nothing may tell of anything that was before.
      const isEarly = batch.events.length === 0 && pushed.events.length > 0;
      if (ended !== undefined || isEarly || batch.revision < from - 1) return;
      if (waiting !== undefined) {
        const reader = waiting;
        waiting = undefined;
        reader.resolve({ done: false, value: batch });
        return;
      }
      queue.push({ batch, bytes: size });
      events += batch.events.length;
      bytes += size;
      if (events > MAX_EVENTS || bytes > MAX_BYTES) {
        end(new SlowWatcherError(`the watch fell ${events} events behind`));
      }
    },
    end,
    async next() {
      const first = queue.shift();
      if (first !== undefined) {
        events -= first.batch.events.length;
        bytes -= first.bytes;
        return { done: false, value: first.batch };
      }
      if (ended === undefined) return new Promise((resolve, reject) => (waiting = { resolve, reject }));
      const { error } = ended;
      ended.error = undefined;
      if (error !== undefined) throw error;
      return DONE;
    },
    async return() {
      end();
      return DONE;
    },
  };
}

/** The batch itself, unless it holds events before `from`. */
function withoutEarlier(batch: WatchBatch, from: Revision): WatchBatch {
  const [first] = batch.events;
  if (first === undefined || eventRevision(first) >= from) return batch;
  return { ...batch, events: batch.events.filter((event) => eventRevision(event) >= from) };
}
