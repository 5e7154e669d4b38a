import { setMaxListeners } from 'node:events';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Page, Readable } from './collection.js';
import { put, remove, replaceAll, type Change, type ObjectMap } from './object-cache.js';
import type { SelectOptions } from './options.js';
import { objectKey, type ApiObject } from './resource-type.js';
import { backoff, systemTiming, type Timing } from './timing.js';

export interface InformerOptions<T extends ApiObject> extends Omit<SelectOptions, 'signal'> {
  /** Such as `client.of(configMaps)`, or its objects of one namespace. */
  readonly source: Readable<T>;
  /** Called for every failure, including watches that repeatedly end at once, with the milliseconds until the next attempt. */
  readonly onError?: (error: unknown, retryIn: number) => void;
  readonly timing?: Timing;
  /** Milliseconds without an event or bookmark after which a watch is ended; 150,000 when absent. */
  readonly silence?: number;
  /** Maps each object to the form to keep, for example to drop fields. */
  readonly transform?: (object: T) => T;
}

/** A local copy of a collection that follows the server. */
export interface Informer<T> {
  /** By `namespace/name`, or the name for cluster-scoped kinds. Updated while `changes` is iterated. */
  readonly objects: ReadonlyMap<string, T>;
  /** Resolves once all objects of the first list were iterated as changes; rejects when the changes end before that. */
  readonly hasSynced: Promise<void>;
  /**
   * Every change in order. Objects of the first list are `added`. The iteration drives the informer: iterate it once and without
   * long pauses. A broken watch resumes from its last version. Where that is compacted, the differences to a new list follow
   * instead. Ends when the signal aborts, and never before.
   */
  readonly changes: (signal: AbortSignal) => AsyncGenerator<Change<T>, void, undefined>;
}

const RETRY = { first: 500, longest: 30_000 };
/** Milliseconds after which even a watch without events counts as successful. */
const GOOD_WATCH = 5_000;
/** The timeout of a watch in seconds. Up to as much again is added as jitter. */
const WATCH_SECONDS = 300;
/** Seconds after the timeout when the client ends the watch itself. */
const WATCH_GRACE = 30;
/** Bookmarks arrive every minute, so that a watch without any for this many milliseconds is dead. */
const WATCH_SILENCE = 150_000;

export function createInformer<T extends ApiObject>(options: InformerOptions<T>): Informer<T> {
  const objects: ObjectMap<T> = new Map();
  let isStarted = false;
  let onSynced: () => void = () => undefined;
  let onEnd: (reason: unknown) => void = () => undefined;
  const hasSynced = new Promise<void>((resolve, reject) => {
    onSynced = resolve;
    onEnd = reject;
  });
  // No caller may wait for it; that is not an unhandled rejection.
  hasSynced.catch(() => undefined);
  return {
    objects,
    hasSynced,
    changes(signal) {
      if (isStarted) throw new Error('the changes of an informer can be iterated only once');
      isStarted = true;
      return follow(options, { objects, onSynced, onEnd, version: undefined, watchedFrom: 0, events: 0 }, signal);
    },
  };
}

interface State<T> {
  readonly objects: ObjectMap<T>;
  readonly onSynced: () => void;
  readonly onEnd: (reason: unknown) => void;
  /** The version of the next watch; undefined if a list is needed. */
  version: string | undefined;
  /** When the last watch was started. */
  watchedFrom: number;
  /** Number of received events. */
  events: number;
}

async function* follow<T extends ApiObject>(
  options: InformerOptions<T>,
  state: State<T>,
  signal: AbortSignal,
): AsyncGenerator<Change<T>, void, undefined> {
  const { onError, timing = systemTiming } = options;
  let failures = 0;
  try {
    while (!signal.aborted) {
      const { events } = state;
      state.watchedFrom = timing.now();
      let failure: unknown;
      try {
        yield* listAndWatch(options, state, signal);
      } catch (error) {
        failure = error;
        if (!isResumable(error)) state.version = undefined;
      }
      if (signal.aborted) return;
      const isGood = state.events > events || timing.now() - state.watchedFrom >= GOOD_WATCH;
      if (isGood) failures = 0;
      if (isGood && failure === undefined) continue;
      failures++;
      // A single short watch is normal: the server ends watches of custom resources when their definition changes.
      const isReported = failure !== undefined || failures > 1;
      failure ??= new Error('the server ended the watch at once');
      const retryAfter = failure instanceof StatusError ? (failure.details?.retryAfterSeconds ?? 0) * 1000 : 0;
      const wait = Math.max(retryAfter, backoff(failures, RETRY, timing.random));
      if (isReported) onError?.(failure, wait);
      await timing.sleep(wait, signal).catch(() => undefined);
    }
  } finally {
    state.onEnd(signal.aborted ? signal.reason : new Error('the informer has been stopped'));
  }
}

/** A list if one is needed, then one watch to its end. */
async function* listAndWatch<T extends ApiObject>(
  options: InformerOptions<T>,
  state: State<T>,
  signal: AbortSignal,
): AsyncGenerator<Change<T>, void, undefined> {
  const { source, labelSelector, fieldSelector, timing = systemTiming, transform = same } = options;
  const { silence = WATCH_SILENCE } = options;
  const { objects } = state;
  const selection = {
    ...(labelSelector !== undefined && { labelSelector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
  };
  state.version ??= yield* relist(options, state, { ...selection, signal });
  const timeoutSeconds = Math.round(WATCH_SECONDS * (1 + timing.random()));
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), (timeoutSeconds + WATCH_GRACE) * 1000).unref();
  const endSilent = (): void => end.abort(new Error(`the watch received no data for ${silence} ms`));
  const silent = setTimeout(endSilent, silence).unref();
  // A listener instead of AbortSignal.any, which takes a kilobyte for each watch.
  const abort = (): void => end.abort(signal.reason);
  setMaxListeners(0, signal);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  state.watchedFrom = timing.now();
  const events = source.watch({
    ...selection,
    resourceVersion: state.version,
    timeoutSeconds,
    bookmarks: true,
    signal: end.signal,
  });
  try {
    for await (const event of events) {
      silent.refresh();
      const object = event.type === 'BOOKMARK' ? undefined : transform(event.object);
      // The event is processed from here on. A resumed watch does not repeat it.
      state.events++;
      state.version = event.object.metadata.resourceVersion ?? state.version;
      if (object === undefined) continue;
      yield* event.type === 'DELETED' ? remove(objects, object) : put(objects, object);
    }
  } finally {
    signal.removeEventListener('abort', abort);
    clearTimeout(timer);
    clearTimeout(silent);
  }
}

const same = <T>(object: T): T => object;

/** Lists and returns the version. A separate function, so that the running watch does not retain the list. */
async function* relist<T extends ApiObject>(
  { source, transform = same }: InformerOptions<T>,
  { objects, onSynced }: State<T>,
  selection: SelectOptions & { readonly signal: AbortSignal },
): AsyncGenerator<Change<T>, string, undefined> {
  const { items, resourceVersion } = await listAll(source, selection, transform);
  yield* replaceAll(objects, items, selection.signal);
  onSynced();
  return resourceVersion;
}

/** The whole collection at its latest version. When the continue token expires, it is read in one request. */
async function listAll<T extends ApiObject>(
  source: Readable<T>,
  selection: SelectOptions,
  transform: (object: T) => T,
): Promise<{ readonly items: ReadonlyMap<string, T>; readonly resourceVersion: string }> {
  const items = new Map<string, T>();
  let resourceVersion = '';
  const add = (page: Page<T>): void => {
    for (const item of page.items) {
      const object = transform(item);
      items.set(objectKey(object), object);
    }
    ({ resourceVersion } = page);
  };
  try {
    for await (const page of source.pages(selection)) add(page);
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 410) throw error;
    items.clear();
    add(await source.list(selection));
  }
  return { items, resourceVersion };
}

/** Whether a watch can resume from its last version after this error. */
function isResumable(error: unknown): boolean {
  if (!(error instanceof StatusError) || error.code === 429) return true;
  const { code, details } = error;
  return code >= 500 && !details?.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge');
}
