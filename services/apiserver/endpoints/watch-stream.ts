import { watchBatches } from '../registry/watch.js';
import type { Selection } from '../registry/selection.js';
import { SlowWatcherError, type Entry } from '../storage/store.js';
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

/**
 * The events of a watch in bytes. It ends quietly when its time is up, the request is given up, the store closes, or the
 * client is too slow: it can resume. Whatever else goes wrong is the last event.
 */
export async function* watchStream(options: WatchStreamOptions): AsyncGenerator<Uint8Array> {
  const { view, namespace, selection, after, bookmarkInterval } = options;
  const { scope, context } = view;
  const { signal } = context;
  let reached = after;
  const bookmarks = bookmarkInterval === undefined ? undefined : bookmarksOf(view, bookmarkInterval, after);
  scope.deadlines.add(context, options.limit);
  try {
    // Many watches begin with the same objects and stay for an hour.
    for (const chunk of initialBytes(view, takeInitial(options))) yield chunk;
    if (options.marksInitialEnd) yield bookmarkBytes(view, after, true);
    const request = { namespace, selection, after, heartbeat: bookmarkInterval, signal };
    for await (const batch of watchBatches(scope.resource, request)) {
      const bytes = batchBytes(view, batch);
      if (bytes !== undefined) yield bytes;
      reached = batch.revision;
      // Heartbeats come whether there are events or not.
      const bookmark = batch.events.length === 0 ? bookmarks?.whenDue(reached) : undefined;
      if (bookmark !== undefined) yield bookmark;
    }
  } catch (thrown) {
    if (!(thrown instanceof SlowWatcherError) && !signal.aborted) {
      yield errorBytes(view, watchStatusError(thrown));
      return;
    }
  } finally {
    scope.deadlines.remove(context);
  }
  const last = bookmarks?.atEnd(reached);
  if (last !== undefined) yield last;
}

function takeInitial(options: WatchStreamOptions): readonly Entry[] {
  const { initial } = options;
  options.initial = [];
  return initial;
}

interface Bookmarks {
  /** The bookmark to send where the last one was long enough ago. */
  readonly whenDue: (revision: number) => Uint8Array | undefined;
  /** The bookmark to send where the last one told of an earlier version. */
  readonly atEnd: (revision: number) => Uint8Array | undefined;
}

function bookmarksOf(view: View, interval: number, after: number): Bookmarks {
  const { now } = view.scope.resource.environment;
  // Heartbeats do not come to the millisecond.
  const spacing = interval * 0.9;
  let sentAt = now().getTime();
  let told = after;
  return {
    whenDue(revision) {
      const time = now().getTime();
      if (time - sentAt < spacing) return undefined;
      sentAt = time;
      told = revision;
      return bookmarkBytes(view, revision);
    },
    atEnd: (revision) => (revision > told ? bookmarkBytes(view, revision) : undefined),
  };
}
