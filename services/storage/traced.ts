import { inSpan, type Span } from '@pilothouse/runtime/tracing/span.js';
import type { CachedStore } from './cache/store.js';
import type { ReadOptions, Revision, Store } from './store.js';

/** Calls of a store as parts of traces. `type` is `etcd3` for etcd, as in Kubernetes. Used only if tracing is on. */
export function traceStore(store: Store, type: string): Store {
  return {
    ...tracedReads(store, { get: `Get ${type}`, list: `List(recursive=true) ${type}` }),
    create: (key, value, options) =>
      isTraced(options)
        ? inSpan(options.trace, `Create ${type}`, about(key), (trace) =>
            store.create(key, value, { ...options, trace }),
          )
        : store.create(key, value, options),
    update: (key, value, expected, options) =>
      isTraced(options)
        ? inSpan(options.trace, `GuaranteedUpdate ${type}`, about(key), (trace) =>
            store.update(key, value, expected, { ...options, trace }),
          )
        : store.update(key, value, expected, options),
    delete: (key, expected, options) =>
      isTraced(options)
        ? inSpan(options.trace, `Delete ${type}`, about(key), (trace) =>
            store.delete(key, expected, { ...options, trace }),
          )
        : store.delete(key, expected, options),
    get provesProgress() {
      return store.provesProgress;
    },
    watch: (prefix, options) => store.watch(prefix, options),
    currentRevision: (options) => store.currentRevision(options),
    requestProgress: () => store.requestProgress(),
    compact: (revision) => store.compact(revision),
    close: () => store.close(),
  };
}

/** The same for reads of the watch cache. */
export function traceCache(cache: CachedStore): CachedStore {
  return {
    ...tracedReads(cache, { get: 'cacher.Get', list: 'cacher.GetList' }),
    create: (key, value, options) => cache.create(key, value, options),
    update: (key, value, expected, options) => cache.update(key, value, expected, options),
    delete: (key, expected, options) => cache.delete(key, expected, options),
    get provesProgress() {
      return cache.provesProgress;
    },
    watch: (prefix, options) => cache.watch(prefix, options),
    currentRevision: (options) => cache.currentRevision(options),
    requestProgress: () => cache.requestProgress(),
    compact: (revision) => cache.compact(revision),
    close: () => cache.close(),
    isReady: cache.isReady,
    ready: cache.ready,
    versionOf: cache.versionOf,
    load: cache.load,
    verify: cache.verify,
  };
}

/** The entry that the caller holds goes on to the store. */
function tracedReads(store: Store, names: Readonly<Record<'get' | 'list', string>>): Pick<Store, 'get' | 'list'> {
  return {
    get: (key, options, known) =>
      isTraced(options)
        ? inSpan(options.trace, names.get, about(key), (trace) => store.get(key, new TracedRead(options, trace), known))
        : store.get(key, options, known),
    list: (prefix, options) =>
      isTraced(options)
        ? inSpan(options.trace, names.list, about(prefix), (trace) => store.list(prefix, { ...options, trace }))
        : store.list(prefix, options),
  };
}

/** Most calls are not sampled, and get no closures. */
function isTraced<O extends ReadOptions>(options: O | undefined): options is O & { readonly trace: Span } {
  return options?.trace?.isRecorded === true;
}

const about = (key: string) => ({ attributes: { key } });

/**
 * The options of a get may be a request, whose signal is created when it is first read. A class, since each object literal has accessors
 * of its own, so that V8 would optimise no code that reads them.
 */
class TracedRead implements ReadOptions {
  readonly atLeast?: Revision;

  constructor(
    private readonly options: ReadOptions,
    readonly trace: Span | undefined,
  ) {
    const { atLeast } = options;
    if (atLeast !== undefined) this.atLeast = atLeast;
  }

  get signal(): AbortSignal {
    return this.options.signal as AbortSignal;
  }
}
