import { SlowWatcherError, type Entry } from '@pilothouse/storage/store.js';
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

/**
 * The encoded events of a watch. It ends without an error if its time is up, the request is aborted, the store closes,
 * the kind changes, or the client is too slow: the client can resume. Any other failure is the last event.
 */
export async function* watchStream(options: WatchStreamOptions): AsyncGenerator<Uint8Array> {
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
    for await (const batch of watchBatches(scope.resource, request)) {
      const bytes = batchBytes(view, batch);
      if (bytes !== undefined) yield counted(view, bytes);
      reached = Math.max(reached, batch.revision);
      // Heartbeats arrive with or without events.
      if (bookmarks === undefined || batch.events.length > 0) continue;
      const bookmark = dueBookmark(view, bookmarks, reached);
      if (bookmark !== undefined) yield counted(view, bookmark);
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
