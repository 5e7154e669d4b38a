import { eachBatch } from '@pilothouse/storage/each-batch.js';
import { SlowWatcherError, type Entry, type WatchBatch } from '@pilothouse/storage/store.js';
import type { ByteStream, ByteWriter } from '../request/response.js';
import type { Selection } from '../registry/selection.js';
import { watchBatches } from '../registry/watch.js';
import { watchStatusError } from './store-errors.js';
import { batchBytes, bookmarkBytes, errorBytes, initialBytes, type View } from './watch-encoding.js';

export interface WatchStreamOptions {
  readonly view: View;
  readonly namespace: string;
  readonly selection: Selection;
  /** The initial objects; released once sent. */
  initial: readonly Entry[];
  /** The version of the initial state. Changes after it follow. */
  readonly after: number;
  /** Milliseconds until the watch ends. */
  readonly limit: number;
  /** Whether a bookmark follows the initial objects. */
  readonly marksInitialEnd: boolean;
  /** Milliseconds between bookmarks, with another one at the end; undefined for none. */
  readonly bookmarkInterval: number | undefined;
}

const NOTHING = new Uint8Array();

/** The encoded events of a watch, as the body of a response. */
export class WatchStream implements ByteStream {
  readonly #options: WatchStreamOptions;
  #writer: ByteWriter | undefined = undefined;

  constructor(options: WatchStreamOptions) {
    this.#options = options;
  }

  writeTo(writer: ByteWriter): void {
    this.#writer = writer;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    return watchStream(this.#options, this.#writer);
  }
}

/**
 * The encoded events of a watch; those after the initial objects go to the writer if there is one. It ends without an error if its time is up, the request is aborted, the store closes,
 * the kind changes, or the client is too slow: the client can resume. Any other failure is the last event.
 */
async function* watchStream(options: WatchStreamOptions, writer?: ByteWriter): AsyncGenerator<Uint8Array> {
  const { view, namespace, selection, after, bookmarkInterval } = options;
  const { scope, context } = view;
  const { signal } = context;
  let reached = after;
  const bookmarks: Bookmarks | undefined =
    bookmarkInterval === undefined
      ? undefined
      : { interval: bookmarkInterval, sentAt: nowOf(view), sentRevision: after };
  scope.deadlines.add(context, options.limit);
  const retired = scope.resource.definition.origin?.retired;
  const end = (): void => context.abort(new Error('the kind is no longer served in this form'));
  /** The bytes to send for a batch. */
  const next = (batch: WatchBatch): Uint8Array | undefined => {
    reached = Math.max(reached, batch.revision);
    // Heartbeats arrive with or without events.
    const hasEvents = batch.events.length > 0;
    const bytes = hasEvents ? batchBytes(view, batch) : bookmarks && dueBookmark(view, bookmarks, reached);
    return bytes && counted(view, bytes);
  };
  try {
    if (options.initial.length > 0) {
      yield* initialBytes(view, takeInitial(options));
      // A consumer that waits for the next bytes may retain the last ones. An empty chunk releases them while the watch
      // is idle.
      yield NOTHING;
    }
    if (options.marksInitialEnd) yield counted(view, bookmarkBytes(view, after, true));
    context.onStarted?.();
    context.forgetQuery();
    // AbortSignal.any takes kilobytes for each watch, of which the garbage collector has one for each kind.
    retired?.addEventListener('abort', end, { once: true });
    if (retired?.aborted === true) end();
    const request = { namespace, selection, after, heartbeat: bookmarkInterval, signal };
    const batches = watchBatches(scope.resource, request);
    if (writer === undefined) {
      for await (const batch of batches) {
        const bytes = next(batch);
        if (bytes !== undefined) yield bytes;
      }
    } else {
      await eachBatch(batches, (batch) => {
        const bytes = next(batch);
        return bytes === undefined ? undefined : writer.write(bytes);
      });
    }
  } catch (thrown) {
    if (!(thrown instanceof SlowWatcherError) && !signal.aborted) {
      yield errorBytes(view, watchStatusError(thrown));
      return;
    }
  } finally {
    scope.deadlines.remove(context);
    retired?.removeEventListener('abort', end);
  }
  if (bookmarks !== undefined && reached > bookmarks.sentRevision) yield counted(view, bookmarkBytes(view, reached));
}

/** Counts the bytes as one event, unless their number of events is known. */
function counted({ scope: { countEvents, sharedEvents } }: View, bytes: Uint8Array): Uint8Array {
  countEvents?.(sharedEvents.sizes.get(bytes) ?? [bytes.byteLength]);
  return bytes;
}

/** Many watches begin with the same objects, and last for an hour. */
function takeInitial(options: WatchStreamOptions): readonly Entry[] {
  const { initial } = options;
  options.initial = [];
  return initial;
}

/** The bookmark state of a watch. */
interface Bookmarks {
  /** Milliseconds between bookmarks. */
  readonly interval: number;
  sentAt: number;
  sentRevision: number;
}

/** The next bookmark, if it is due. Heartbeats are not exact to the millisecond. */
function dueBookmark(view: View, bookmarks: Bookmarks, revision: number): Uint8Array | undefined {
  const now = nowOf(view);
  if (now - bookmarks.sentAt < bookmarks.interval * 0.9) return undefined;
  bookmarks.sentAt = now;
  bookmarks.sentRevision = revision;
  return bookmarkBytes(view, revision);
}

function nowOf({ scope }: View): number {
  return scope.resource.environment.now().getTime();
}
