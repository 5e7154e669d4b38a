import { SlowWatcherError, type Entry } from '@pilothouse/storage/store.js';
import type { Selection } from '../registry/selection.js';
import { watchBatches } from '../registry/watch.js';
import { watchStatusError } from './store-errors.js';
import { batchBytes, bookmarkBytes, errorBytes, initialBytes, type View } from './watch-encoding.js';

export interface WatchStreamOptions {
  readonly view: View;
  readonly namespace: string;
  readonly selection: Selection;
  /** The objects to begin with; forgotten once they were sent. */
  initial: readonly Entry[];
  /** The version of the state to begin with: changes after it follow. */
  readonly after: number;
  /** Milliseconds until the watch ends. */
  readonly limit: number;
  /** Whether a bookmark follows the objects to begin with. */
  readonly marksInitialEnd: boolean;
  /** Milliseconds between bookmarks, and one more at the end; none when undefined. */
  readonly bookmarkInterval: number | undefined;
}

const NOTHING = new Uint8Array();

/**
 * The events of a watch in bytes. It ends quietly when its time is up, the request is given up, the store closes, the kind changes,
 * or the client is too slow: it can resume. Whatever else goes wrong is the last event.
 */
export async function* watchStream(options: WatchStreamOptions): AsyncGenerator<Uint8Array> {
  const { view, namespace, selection, after, bookmarkInterval } = options;
  const { scope, context } = view;
  const { signal } = context;
  let reached = after;
  const bookmarks: Bookmarks | undefined =
    bookmarkInterval === undefined ? undefined : { interval: bookmarkInterval, sentAt: nowOf(view), told: after };
  scope.deadlines.add(context, options.limit);
  const retired = scope.resource.definition.origin?.retired;
  const end = (): void => context.abort(new Error('the kind is no longer served in this form'));
  try {
    if (options.initial.length > 0) {
      // As they are stored, since they are not encoded one by one.
      scope.countEvents?.(options.initial.map(({ value }) => value.byteLength));
      yield* initialBytes(view, takeInitial(options));
      // Whoever waits for the next bytes may hold on to the last ones: for an idle watch those must be few.
      yield NOTHING;
    }
    if (options.marksInitialEnd) yield counted(view, bookmarkBytes(view, after, true));
    context.onStarted?.();
    context.forgetQuery();
    // Not AbortSignal.any, which takes kilobytes for each watch: the garbage collector has one of each kind.
    retired?.addEventListener('abort', end, { once: true });
    if (retired?.aborted === true) end();
    const request = { namespace, selection, after, heartbeat: bookmarkInterval, signal };
    for await (const batch of watchBatches(scope.resource, request)) {
      const bytes = batchBytes(view, batch);
      if (bytes !== undefined) yield counted(view, bytes);
      reached = Math.max(reached, batch.revision);
      // Heartbeats come whether there are events or not.
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
  if (bookmarks !== undefined && reached > bookmarks.told) yield counted(view, bookmarkBytes(view, reached));
}

/** The same bytes, which are one event unless it is known of how many they are made. */
function counted({ scope: { countEvents, sharedEvents } }: View, bytes: Uint8Array): Uint8Array {
  countEvents?.(sharedEvents.sizes.get(bytes) ?? [bytes.byteLength]);
  return bytes;
}

/** Many watches begin with the same objects, and stay for an hour. */
function takeInitial(options: WatchStreamOptions): readonly Entry[] {
  const { initial } = options;
  options.initial = [];
  return initial;
}

/** What a watch has told of how far it came. */
interface Bookmarks {
  /** Milliseconds between two. */
  readonly interval: number;
  sentAt: number;
  told: number;
}

/** The bookmark to send where the last one was long enough ago. Heartbeats do not come to the millisecond. */
function dueBookmark(view: View, bookmarks: Bookmarks, revision: number): Uint8Array | undefined {
  const now = nowOf(view);
  if (now - bookmarks.sentAt < bookmarks.interval * 0.9) return undefined;
  bookmarks.sentAt = now;
  bookmarks.told = revision;
  return bookmarkBytes(view, revision);
}

function nowOf({ scope }: View): number {
  return scope.resource.environment.now().getTime();
}
