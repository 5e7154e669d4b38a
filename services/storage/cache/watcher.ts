import { SlowWatcherError, type Revision, type WatchBatch } from '../store.js';
import { eventRevision } from '../event.js';

export interface WatcherOptions {
  /** Events before this one are not of interest. */
  readonly from: Revision;
  /** Called once, when nothing more is to be pushed. */
  readonly onEnd: () => void;
}

/** Over so many queued events, or bytes of them, a reader is too slow: it is cut off, and resumes. */
const MAX_EVENTS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

type Step = IteratorResult<WatchBatch, undefined>;

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * One reader of events, with what it has not taken yet. It is never waited for. There can be many thousands of them, most
 * of them idle: hence a class, and an iterator by hand, since a generator costs some kilobytes and each closure its part.
 * As the listener of a signal, it ends when that is aborted.
 */
export class Watcher implements AsyncIterator<WatchBatch, undefined> {
  readonly #options: WatcherOptions;
  #queue: { readonly batch: WatchBatch; readonly bytes: number }[] = [];
  #events = 0;
  #bytes = 0;
  #ended: { error: Error | undefined } | undefined = undefined;
  #waiting: ((step: Step | Promise<never>) => void) | undefined = undefined;

  constructor(options: WatcherOptions) {
    this.#options = options;
  }

  /** `bytes` are those of the batch's values. */
  push(pushed: WatchBatch, bytes: number): void {
    const { from } = this.#options;
    const batch = withoutEarlier(pushed, from);
    // A batch that brings nothing may tell of anything that was before.
    const isEarly = batch.events.length === 0 && pushed.events.length > 0;
    if (this.#ended !== undefined || isEarly || batch.revision < from - 1) return;
    const reader = this.#waiting;
    if (reader !== undefined) {
      this.#waiting = undefined;
      reader({ done: false, value: batch });
      return;
    }
    this.#queue.push({ batch, bytes });
    this.#events += batch.events.length;
    this.#bytes += bytes;
    if (this.#events > MAX_EVENTS || this.#bytes > MAX_BYTES) {
      this.end(new SlowWatcherError(`the watch fell ${this.#events} events behind`));
    }
  }

  /** Ends it at once, quietly where nothing has failed. */
  end(failure?: Error): void {
    if (this.#ended !== undefined) return;
    const reader = this.#waiting;
    this.#waiting = undefined;
    this.#queue = [];
    // A reader who waits is told, and nobody else.
    this.#ended = { error: reader === undefined ? failure : undefined };
    this.#options.onEnd();
    reader?.(failure === undefined ? DONE : Promise.reject(failure));
  }

  handleEvent(): void {
    this.end();
  }

  /** Not an async function, whose promise would follow another one. */
  next(): Promise<Step> {
    const first = this.#queue.shift();
    if (first !== undefined) {
      this.#events -= first.batch.events.length;
      this.#bytes -= first.bytes;
      return Promise.resolve({ done: false, value: first.batch });
    }
    if (this.#ended === undefined) return new Promise((resolve) => (this.#waiting = resolve));
    const { error } = this.#ended;
    this.#ended.error = undefined;
    return error === undefined ? Promise.resolve(DONE) : Promise.reject(error);
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.end();
    return DONE;
  }
}

/** The batch itself, unless it holds events before `from`. */
function withoutEarlier(batch: WatchBatch, from: Revision): WatchBatch {
  const [first] = batch.events;
  if (first === undefined || eventRevision(first) >= from) return batch;
  return { ...batch, events: batch.events.filter((event) => eventRevision(event) >= from) };
}
