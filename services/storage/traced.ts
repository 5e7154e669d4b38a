import { inSpan, type Span } from '@pilothouse/runtime/tracing/span.js';
import type { CachedStore } from './cache/store.js';
import type { ReadOptions, Store } from './store.js';

/** Calls of a store as parts of traces. `type` is `etcd3` for etcd, as in Kubernetes. Used only if tracing is on. */
export function traceStore(store: Store, type: string): Store {
  return {
    get: (key, options) => traced(`Get ${type}`, key, options, (span) => store.get(key, readOptions(options, span))),
    list: (prefix, options) =>
      traced(`List(recursive=true) ${type}`, prefix, options, (trace) => store.list(prefix, { ...options, trace })),
    create: (key, value, options) =>
      traced(`Create ${type}`, key, options, (trace) => store.create(key, value, { ...options, trace })),
    update: (key, value, expected, options) =>
      traced(`GuaranteedUpdate ${type}`, key, options, (trace) =>
        store.update(key, value, expected, { ...options, trace }),
      ),
    delete: (key, expected, options) =>
      traced(`Delete ${type}`, key, options, (trace) => store.delete(key, expected, { ...options, trace })),
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
    get: (key, options) => traced('cacher.Get', key, options, (span) => cache.get(key, readOptions(options, span))),
    list: (prefix, options) =>
      traced('cacher.GetList', prefix, options, (trace) => cache.list(prefix, { ...options, trace })),
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

/** Runs a call as a part of the trace of its options. */
function traced<T>(
  name: string,
  key: string,
  options: ReadOptions | undefined,
  run: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const trace = options?.trace;
  return trace?.isRecorded === true ? inSpan(trace, name, { attributes: { key } }, run) : run(trace);
}

/** The options of a get may be a request, whose signal is created when it is first read. */
function readOptions(options: ReadOptions | undefined, trace: Span | undefined): ReadOptions | undefined {
  if (options === undefined || trace === options.trace) return options;
  const { atLeast } = options;
  return {
    trace,
    ...(atLeast !== undefined && { atLeast }),
    get signal() {
      return options.signal as AbortSignal;
    },
  };
}
