import { abortable } from '../abortable.js';
import { createCalls } from '../calls.js';
import type { StoreSpace } from '../embedded/store.js';
import {
  CompactedError,
  type Entry,
  type ListOptions,
  type ListResult,
  type CreateOptions,
  type Store,
  type StoreEvent,
  type WatchBatch,
  type WatchOptions,
} from '../store.js';
import { UnreadEntry } from '../unread-entry.js';
import { errorOf } from './failure.js';
import type { Conditions, FromHolder, Operation, Operations, ToHolder } from './messages.js';
import { createRequests, type Result } from './requests.js';

export interface RemoteStore extends Store {
  readonly space: () => Promise<StoreSpace>;
}

/** The store of another process. */
export interface RemoteHolder {
  readonly store: RemoteStore;
  /** Aborted, with the reason, when that process has lost the store to another one. */
  readonly lost: AbortSignal;
  /** Called with each message of that process. */
  readonly hear: (message: FromHolder) => void;
}

/**
 * An embedded store that another process holds, and serves with `serveStore`. `send` sends it a message. This process must end with
 * that one: calls have no timeout of their own.
 */
export function openRemoteStore(send: (calls: ToHolder) => void): RemoteHolder {
  const watches = new Set<() => void>();
  const closing = new AbortController();
  const lost = new AbortController();
  const calls = createCalls(closing.signal);
  const { ask, settle } = createRequests(send);
  let lastWatch = 0;
  let closed: Promise<void> | undefined;

  function run<Name extends Operation>(
    signal: AbortSignal | undefined,
    operation: Name,
    ...args: Parameters<Operations[Name]>
  ): Promise<Result<Name>> {
    return calls.run(() =>
      signal?.aborted === true ? Promise.reject(signal.reason) : abortable(ask(operation, ...args), signal),
    );
  }

  async function list(prefix: string, options: ListOptions): Promise<ListResult> {
    const { signal, where, limit = Infinity, uncounted = limit === Infinity } = options;
    const entries: Entry[] = [];
    let { atLeast, revision, start } = options;
    for (;;) {
      const isAfter = entries.length > 0;
      const page = await run(signal, 'list', prefix, {
        limit: limit - entries.length,
        uncounted,
        isAfter,
        ...(atLeast !== undefined && { atLeast }),
        ...(revision !== undefined && { revision }),
        ...(start !== undefined && { start }),
        ...(where && { where }),
      });
      for (const entry of page.entries) entries.push(entry);
      const end = page.entries.at(-1);
      ({ revision } = page);
      if (end === undefined || page.remaining === 0 || entries.length >= limit) {
        return { entries, revision, remaining: page.remaining };
      }
      [start, atLeast] = [end.key, undefined];
    }
  }

  async function* watch(prefix: string, options: WatchOptions): AsyncGenerator<WatchBatch> {
    const { from, signal } = options;
    const holdsState = options.holdsState === true;
    if (signal.aborted || closing.signal.aborted) return;
    lastWatch += 1;
    const id = lastWatch;
    const stop = (): void => void ask('stop', id);
    watches.add(stop);
    signal.addEventListener('abort', stop, { once: true });
    let isOver = false;
    try {
      let batch: WatchBatch | undefined = await ask('watch', id, prefix, { from, holdsState });
      while (batch !== undefined && !signal.aborted) {
        yield holdsState ? unread(batch) : batch;
        batch = await ask('next', id);
      }
      isOver = batch === undefined;
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      watches.delete(stop);
      signal.removeEventListener('abort', stop);
      if (!isOver && !signal.aborted) stop();
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    for (const stop of watches) stop();
    await calls.idle();
  }

  const store: RemoteStore = {
    async get(key, { atLeast, signal } = {}, known) {
      const held = known?.problem === undefined ? known : undefined;
      const { entry, isKnown, revision } = await run(signal, 'get', key, atLeast, held?.revision);
      return { entry: isKnown === true ? held : entry, revision };
    },
    async list(prefix, options = {}) {
      try {
        return await list(prefix, options);
      } catch (error) {
        if (options.revision !== undefined || !(error instanceof CompactedError)) throw error;
        // The revision was compacted between two pages, so there is a newer one.
        return list(prefix, options);
      }
    },
    create: (key, value, options = {}) => run(options.signal, 'create', key, value, conditions(options)),
    update: (key, value, expected, options = {}) =>
      run(options.signal, 'update', key, value, expected, conditions(options)),
    delete: (key, expected, options = {}) => run(options.signal, 'delete', key, expected, conditions(options)),
    watch,
    currentRevision: ({ signal } = {}) => run(signal, 'currentRevision'),
    // As in the embedded store: a watch follows every write immediately.
    provesProgress: true,
    requestProgress: async () => {},
    compact: (revision) => run(undefined, 'compact', revision),
    space: () => ask('space'),
    close: () => (closed ??= close()),
  };

  return {
    store,
    lost: lost.signal,
    hear(message) {
      if ('lost' in message) lost.abort(errorOf(message.lost));
      else settle(message.answers);
    },
  };
}

/** Plain data: callers pass objects that have more than the contract names. */
function conditions({ ttl, preconditions, joined }: CreateOptions): Conditions {
  return {
    ...(ttl !== undefined && { ttl }),
    ...(preconditions && { preconditions: preconditions.map(({ key, revision }) => ({ key, revision })) }),
    ...(joined && { joined: joined.map(({ key, value, expected }) => ({ key, value, expected })) }),
  };
}

/** The reader holds the values of previous entries, which were not sent. */
function unread({ revision, events }: WatchBatch): WatchBatch {
  return {
    revision,
    events: events.map((event): StoreEvent => {
      if (event.type === 'delete') return { ...event, previous: new UnreadEntry(event.previous, '') };
      return { ...event, previous: event.previous && new UnreadEntry(event.previous, '') };
    }),
  };
}
