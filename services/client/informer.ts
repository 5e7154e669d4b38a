import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Page, Readable } from './collection.js';
import { put, remove, replaceAll, type Change, type ObjectMap } from './object-cache.js';
import type { SelectOptions } from './options.js';
import type { ApiObject } from './resource-type.js';
import { backoff, systemTiming, type Timing } from './timing.js';

export interface InformerOptions<T extends ApiObject> extends Omit<SelectOptions, 'signal'> {
  /** Such as `client.of(configMaps)`, or one namespace of it. */
  readonly source: Readable<T>;
  /** Told of every failure, watches that end at once again and again among them, and of how many milliseconds pass before the next attempt. */
  readonly onError?: (error: unknown, retryIn: number) => void;
  readonly timing?: Timing;
  /** Milliseconds after which a watch is given up that brings nothing, not even a bookmark; 150,000 when absent. */
  readonly silence?: number;
  /** Makes what is kept of each object, such as less of it. */
  readonly transform?: (object: T) => T;
}

/** A copy of a collection that follows the server. */
export interface Informer<T> {
  /** By `namespace/name`, or the name alone for cluster-scoped kinds. Changes while `changes` is iterated. */
  readonly objects: ReadonlyMap<string, T>;
  /** Resolves once `objects` first holds what the server has; rejects when the changes end before that. */
  readonly hasSynced: Promise<void>;
  /**
   * Every change in order; the objects found first are `added`. It drives the informer, so iterate it, once, and without
   * long pauses. A connection that breaks is resumed where it was; where the server has forgotten too much for that, the
   * differences to a new list come instead. Ends when the signal is aborted; it never gives up by itself.
   */
  readonly changes: (signal: AbortSignal) => AsyncGenerator<Change<T>, void, undefined>;
}

const RETRY = { first: 500, longest: 30_000 };
/** A watch that lasted so many milliseconds was a good one, even if nothing happened. */
const GOOD_WATCH = 5_000;
/** Seconds after which the server is asked to end a watch; up to as many again by chance. */
const WATCH_SECONDS = 300;
/** Seconds after which a watch is given up that the server should have ended. */
const WATCH_GRACE = 30;
/** Bookmarks come once a minute: who hears nothing for so many milliseconds is connected to nobody any more. */
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
  // Nobody has to wait for it.
  hasSynced.catch(() => undefined);
  return {
    objects,
    hasSynced,
    async *changes(signal) {
      if (isStarted) throw new Error('the changes of an informer can be iterated only once');
      isStarted = true;
      try {
        yield* follow(options, { objects, onSynced, version: undefined, watchedFrom: 0, events: 0 }, signal);
      } finally {
        onEnd(signal.aborted ? signal.reason : new Error('the informer has been stopped'));
      }
    },
  };
}

interface State<T> {
  readonly objects: ObjectMap<T>;
  readonly onSynced: () => void;
  /** Where the next watch starts; undefined where a list is needed first. */
  version: string | undefined;
  /** When the latest watch was started. */
  watchedFrom: number;
  /** How many events there have been. */
  events: number;
}

async function* follow<T extends ApiObject>(
  options: InformerOptions<T>,
  state: State<T>,
  signal: AbortSignal,
): AsyncGenerator<Change<T>, void, undefined> {
  const { onError, timing = systemTiming } = options;
  let failures = 0;
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
    // Once is no failure: the server ends watches of custom objects when their definition changes.
    const isTold = failure !== undefined || failures > 1;
    failure ??= new Error('the server ended the watch at once');
    const asked = failure instanceof StatusError ? (failure.details?.retryAfterSeconds ?? 0) * 1000 : 0;
    const wait = Math.max(asked, backoff(failures, RETRY, timing.random));
    if (isTold) onError?.(failure, wait);
    await timing.sleep(wait, signal).catch(() => undefined);
  }
}

/** One list, where it is needed, and one watch to its end. */
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
  state.version ??= yield* readAnew(options, state, { ...selection, signal });
  const timeoutSeconds = Math.round(WATCH_SECONDS * (1 + timing.random()));
  // Not AbortSignal.timeout, which Node 20 may collect as garbage while it is only part of an AbortSignal.any.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), (timeoutSeconds + WATCH_GRACE) * 1000).unref();
  const giveUp = (): void => limit.abort(new Error(`the watch has brought nothing for ${silence} ms`));
  const silent = setTimeout(giveUp, silence).unref();
  state.watchedFrom = timing.now();
  const events = source.watch({
    ...selection,
    resourceVersion: state.version,
    timeoutSeconds,
    bookmarks: true,
    signal: AbortSignal.any([signal, limit.signal]),
  });
  try {
    for await (const event of events) {
      silent.refresh();
      const object = event.type === 'BOOKMARK' ? undefined : transform(event.object);
      // Now it counts: a watch that begins anew does not bring it again.
      state.events++;
      state.version = event.object.metadata.resourceVersion ?? state.version;
      if (object === undefined) continue;
      yield* event.type === 'DELETED' ? remove(objects, object) : put(objects, object);
    }
  } finally {
    clearTimeout(timer);
    clearTimeout(silent);
  }
}

const same = <T>(object: T): T => object;

/** One list; returns its version. A part of the watch would hold on to all that it read for as long as the watch lasts. */
async function* readAnew<T extends ApiObject>(
  { source, transform = same }: InformerOptions<T>,
  { objects, onSynced }: State<T>,
  selection: SelectOptions,
): AsyncGenerator<Change<T>, string, undefined> {
  const { items, resourceVersion } = await listAll(source, selection, transform);
  const differences = replaceAll(objects, items);
  onSynced();
  yield* differences;
  return resourceVersion;
}

/** The whole collection at its most recent. Where its state is forgotten between two pages, it is read in one piece. */
async function listAll<T extends ApiObject>(
  source: Readable<T>,
  selection: SelectOptions,
  transform: (object: T) => T,
): Promise<Pick<Page<T>, 'items' | 'resourceVersion'>> {
  const items: T[] = [];
  let resourceVersion = '';
  try {
    for await (const page of source.pages(selection)) {
      for (const item of page.items) items.push(transform(item));
      resourceVersion = page.resourceVersion;
    }
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 410) throw error;
    const page = await source.list(selection);
    return { items: page.items.map(transform), resourceVersion: page.resourceVersion };
  }
  return { items, resourceVersion };
}

/** Whether a watch can go on from its last version after this error. */
function isResumable(error: unknown): boolean {
  if (!(error instanceof StatusError) || error.code === 429) return true;
  const { code, details } = error;
  return code >= 500 && !details?.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge');
}
