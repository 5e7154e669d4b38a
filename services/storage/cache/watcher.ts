import { SlowWatcherError, type OnBatch, type Revision, type WatchBatch } from '../store.js';
import { eventRevision } from '../event.js';

export interface WatcherOptions {
  /** Earlier events are skipped. */
  readonly from: Revision;
  /** Called once, when the watcher has ended. */
  readonly onEnd: () => void;
}

/** Queue limits. Beyond them the reader is too slow: the watch ends with SlowWatcherError, and the client resumes. */
const MAX_EVENTS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

type Step = IteratorResult<WatchBatch, undefined>;

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** The function that receives the batches. */
interface Receiver {
  readonly onBatch: OnBatch;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  /** Whether it handles a batch, so that others wait. */
  isBusy: boolean;
}

/**
 * One reader of events, with its queue. Writers never wait for it (no backpressure). Many thousands of idle watchers
 * must be cheap: hence a class with a hand-written iterator. A generator takes kilobytes, and each closure adds to
 * that. As an abort listener it ends when the signal is aborted. It is either iterated or read by {@link Watcher.each}.
 */
export class Watcher implements AsyncIterator<WatchBatch, undefined> {
  readonly #options: WatcherOptions;
  #queue: { readonly batch: WatchBatch; readonly bytes: number }[] = [];
  #events = 0;
  #bytes = 0;
  #ended: { error: Error | undefined } | undefined = undefined;
  #waiting: ((step: Step | Promise<never>) => void) | undefined = undefined;
  #receiver: Receiver | undefined = undefined;

  constructor(options: WatcherOptions) {
    this.#options = options;
  }

  /** `bytes`: total bytes of the batch's values. */
  push(pushed: WatchBatch, bytes: number): void {
    const { from } = this.#options;
    const batch = withoutEarlier(pushed, from);
    // An empty batch must not report events that were filtered out.
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
    this.#passQueued();
    if (this.#events > MAX_EVENTS || this.#bytes > MAX_BYTES) {
      this.end(new SlowWatcherError(`the watch fell ${this.#events} events behind`));
    }
  }

  /** Ends the watch at once, without an error unless `failure` is given. */
  end(failure?: Error): void {
    if (this.#ended !== undefined) return;
    const reader = this.#waiting;
    this.#waiting = undefined;
    this.#queue = [];
    // The error is delivered once: to the waiting reader, or to the next call.
    this.#ended = { error: reader === undefined ? failure : undefined };
    this.#options.onEnd();
    reader?.(failure === undefined ? DONE : Promise.reject(failure));
    this.#passQueued();
  }

  handleEvent(): void {
    this.end();
  }

  /** Not async: an async function would add a promise for each step. */
  next(): Promise<Step> {
    const value = this.#shift();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.#ended === undefined) return new Promise((resolve) => (this.#waiting = resolve));
    const { error } = this.#ended;
    this.#ended.error = undefined;
    return error === undefined ? Promise.resolve(DONE) : Promise.reject(error);
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.end();
    return DONE;
  }

  /** Calls the function for each batch, synchronously in {@link push} unless it is busy: see {@link Watch}. */
  each(onBatch: OnBatch): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#receiver = { onBatch, resolve, reject, isBusy: false };
      this.#passQueued();
    });
  }

  #shift(): WatchBatch | undefined {
    const first = this.#queue.shift();
    if (first === undefined) return undefined;
    this.#events -= first.batch.events.length;
    this.#bytes -= first.bytes;
    return first.batch;
  }

  #pass(receiver: Receiver, batch: WatchBatch): void {
    receiver.isBusy = true;
    try {
      const handled = receiver.onBatch(batch);
      if (handled === undefined) {
        receiver.isBusy = false;
        return;
      }
      const onHandled = (): void => {
        receiver.isBusy = false;
        this.#passQueued();
      };
      handled.then(onHandled, (error: unknown) => this.#fail(receiver, error));
    } catch (error) {
      this.#fail(receiver, error);
    }
  }

  /** Passes queued batches until the receiver is busy; settles it when the watch has ended. */
  #passQueued(): void {
    const receiver = this.#receiver;
    if (receiver === undefined) return;
    while (!receiver.isBusy) {
      const batch = this.#shift();
      if (batch === undefined) break;
      this.#pass(receiver, batch);
    }
    if (this.#ended === undefined || receiver.isBusy) return;
    const { error } = this.#ended;
    if (error === undefined) receiver.resolve();
    else receiver.reject(error);
  }

  /** Ends the watch with the error of its receiver. */
  #fail(receiver: Receiver, error: unknown): void {
    this.#receiver = undefined;
    receiver.reject(error instanceof Error ? error : new Error('a batch was not handled', { cause: error }));
    this.end();
  }
}

/** The batch without events before `from`. */
function withoutEarlier(batch: WatchBatch, from: Revision): WatchBatch {
  const [first] = batch.events;
  if (first === undefined || eventRevision(first) >= from) return batch;
  return { ...batch, events: batch.events.filter((event) => eventRevision(event) >= from) };
}
