/**
 * The contract of the store: a versioned key-value log with watches. Every backend passes the conformance suite
 * (`conformance.ts`).
 *
 * Keys are text without NUL, ordered by their UTF-8 bytes. Every write gets the next revision from one counter for the
 * whole store. A write that resolved is durable.
 *
 * Failures that no method names (lost connection, full disk) reject with {@link StoreUnavailableError}, never as a
 * conflict. Its `outcomeUnknown` says when a write may have happened. Nothing is retried here. An invalid key rejects
 * with TypeError. A key or value beyond the backend's limits rejects with RangeError. An aborted call rejects with its
 * signal's reason. A `get` that need not wait may ignore the signal, because creating a request's signal costs more
 * than such a read.
 */
import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { Outage } from '@pilothouse/runtime/logging/outage.js';

/** A position in the log: a positive integer below 2^53. */
export type Revision = number;

/** A value as written at `revision`. `value` must not be modified. */
export interface Entry {
  readonly key: string;
  readonly value: Uint8Array;
  readonly revision: Revision;
  /** The selectable attributes of the object, if already extracted. */
  readonly attributes?: Attributes;
  /** The stored value has an older form of the object or an older encryption, so writing `value` is a change. */
  readonly outdated?: true;
  /** The value cannot be read: reading the field `value` throws this error. See {@link unreadableEntry}. */
  readonly problem?: UnreadableError;
  /** The reader for which no conversion changes the entry. Set by that reader: a field is faster than a map. */
  sameFor?: object | undefined;
  /** What readers have derived from the entry. A field costs the garbage collector less than maps with weak keys. */
  derived?: Derived | undefined;
}

/** A value that a reader keeps with an entry, and finds again by its own identity. */
export interface Derived {
  readonly by: object;
  /** The entry itself, which a copy of it is not. */
  readonly entry: Entry;
  next: Derived | undefined;
}

/** Labels and selectable fields, extracted once for each write. */
export interface Attributes {
  readonly labels: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * `current` is undefined if the key does not exist. For a creation this means that a precondition or a joined change
 * failed. For an update or deletion, a `current` at the expected revision means that a joined change failed.
 */
export type WriteResult =
  { readonly ok: true; readonly revision: Revision } | { readonly ok: false; readonly current: Entry | undefined };

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** The part of a trace to which the call belongs; undefined if tracing is off. */
  readonly trace?: Span | undefined;
  /**
   * The minimum revision of the answer; 0 accepts any state. Absent: a linearizable read, which sees every write
   * acknowledged before the call. Rejects with FutureRevisionError when no such state appears within a few seconds.
   */
  readonly atLeast?: Revision;
}

export interface ListOptions extends ReadOptions {
  /** Reads the state at this revision; the newest when absent. */
  readonly revision?: Revision;
  /** Maximum number of entries; all when absent. */
  readonly limit?: number;
  /** Starts with this key (inclusive); with the prefix when absent. */
  readonly start?: string;
  /** Hint: the caller discards entries without this label and one of these values, so the store may leave them out. */
  readonly where?: { readonly label: string; readonly values: readonly string[] };
  /** The exact count is not needed: `remaining` may be any positive number if entries remain. */
  readonly uncounted?: boolean;
}

export interface ListResult {
  readonly entries: readonly Entry[];
  /** The revision of the listed state. */
  readonly revision: Revision;
  /** The number of entries beyond the limit. */
  readonly remaining: number;
}

export type StoreEvent =
  | { readonly type: 'put'; readonly entry: Entry; readonly previous: Entry | undefined }
  /** `previous` is the deleted entry; `revision` is the revision of the deletion. */
  | { readonly type: 'delete'; readonly key: string; readonly revision: Revision; readonly previous: Entry };

/**
 * All events of the prefix after the previous batch, up to and including `revision`. A batch may be empty (a bookmark).
 */
export interface WatchBatch {
  readonly revision: Revision;
  readonly events: readonly StoreEvent[];
}

/** Handles a batch. The next one follows when the promise is resolved; undefined if immediately. */
export type OnBatch = (batch: WatchBatch) => Promise<void> | undefined;

/** The batches of a watch. They can be read once. */
export interface Watch extends AsyncIterable<WatchBatch> {
  /**
   * Passes the batches to a function instead of an iteration, of which each step costs several promises: for stores with thousands
   * of watches. Resolves and rejects as the iteration ends, and rejects with the error of the function. Absent in most stores: see
   * `eachBatch`.
   */
  readonly each?: (onBatch: OnBatch) => Promise<void>;
}

export interface WatchOptions {
  /** The first revision to send (inclusive). */
  readonly from: Revision;
  readonly signal: AbortSignal;
  /** Interval in milliseconds of empty batches that report the watch's progress. Some stores send none. */
  readonly heartbeat?: number;
  /**
   * The caller holds all entries of the prefix, so that values of `previous` may be as they are stored, such as encrypted. It reads
   * unreadable entries again, so that an entry may be one because its key service is slow.
   */
  readonly holdsState?: true;
}

/** A change of another key in the same transaction. */
export interface JoinedChange {
  readonly key: string;
  /** Undefined deletes the entry. */
  readonly value: Uint8Array | undefined;
  /** The revision that the entry must have; undefined if it must not exist. */
  readonly expected: Revision | undefined;
}

export interface DeleteOptions extends ReadOptions {
  /**
   * All changes happen, or none. If the precondition of a joined change fails, the write fails with its own current entry.
   * Keys are different from each other. The revisions of these changes are not later than that of the write.
   */
  readonly joined?: readonly JoinedChange[];
}

export interface WriteOptions extends DeleteOptions {
  /** Lifetime in seconds, after which the store deletes the entry. */
  readonly ttl?: number;
}

export interface CreateOptions extends WriteOptions {
  /** The entry is created only if all of these hold, in the same transaction. */
  readonly preconditions?: readonly Precondition[];
}

/** Requires another key of the same store to have this revision. */
export interface Precondition {
  readonly key: string;
  readonly revision: Revision;
}

export interface Store {
  /** `known` is an entry of the key that the caller holds. If it is current, the store may return it instead of reading the value. */
  get(
    key: string,
    options?: ReadOptions,
    known?: Entry,
  ): Promise<{ readonly entry: Entry | undefined; readonly revision: Revision }>;
  /** Entries with this prefix, in key order. Rejects with CompactedError or FutureRevisionError. */
  list(prefix: string, options?: ListOptions): Promise<ListResult>;
  create(key: string, value: Uint8Array, options?: CreateOptions): Promise<WriteResult>;
  /** Writes only if the entry is at revision `expected`. */
  update(key: string, value: Uint8Array, expected: Revision, options?: WriteOptions): Promise<WriteResult>;
  delete(key: string, expected: Revision, options?: DeleteOptions): Promise<WriteResult>;
  /**
   * Every event of the prefix once and in order, from a past or future revision. It ends without an error when the
   * signal is aborted or the store closes. It throws CompactedError when an event, or the state before it (`previous`),
   * has been compacted.
   */
  watch(prefix: string, options: WatchOptions): Watch;
  currentRevision(options?: ReadOptions): Promise<Revision>;
  /**
   * Whether a watch of everything can report its progress on request, so that a watch cache can prove that it is as new
   * as a revision. The value may change while the store is open.
   */
  readonly provesProgress: boolean;
  /**
   * Requests progress notifications: every open watch soon sends a batch, empty if necessary, at the newest revision
   * this store has returned to any caller or later. A watch that is already there sends none. Concurrent requests share
   * one message and need no round trip of their own. Does nothing if `provesProgress` is false.
   */
  requestProgress(): Promise<void>;
  /**
   * Compaction: discards states before `revision`. Lists and watches that need them reject with CompactedError. Rejects
   * with FutureRevisionError; an already compacted revision is accepted.
   */
  compact(revision: Revision): Promise<void>;
  /** Ends watches, waits for calls in flight, and releases all resources. Later calls reject. */
  close(): Promise<void>;
}

/**
 * A stored value cannot be read, such as one whose encryption key is lost. `key` is the whole key in the backend. The message is the
 * reason, without the key.
 */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  constructor(
    readonly key: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** A list contains values that cannot be read. */
export class UnreadableListError extends Error {
  override readonly name = 'UnreadableListError';
  /** `problems` are the first ones, at least one. */
  constructor(readonly problems: readonly UnreadableError[]) {
    const [first] = problems;
    super(`unable to transform key ${JSON.stringify(first?.key)}: ${first?.message}`);
  }
}

/** An entry whose value cannot be read. Its reader fails, and readers of other entries do not. */
export function unreadableEntry(key: string, revision: Revision, problem: UnreadableError): Entry {
  return {
    key,
    revision,
    problem,
    sameFor: undefined,
    derived: undefined,
    get value(): Uint8Array {
      throw problem;
    },
  };
}

/** A value cannot be encrypted at present, so that nothing was written. */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError';
}

/** The requested revision has been compacted. */
export class CompactedError extends Error {
  override readonly name = 'CompactedError';
  constructor(
    readonly requested: Revision,
    /** The oldest revision that can be read. */
    readonly compacted: Revision,
  ) {
    super(`revision ${requested} has been compacted; the oldest one kept is ${compacted}`);
  }
}

/** The requested revision is newer than the store. */
export class FutureRevisionError extends Error {
  override readonly name = 'FutureRevisionError';
  constructor(
    readonly requested: Revision,
    readonly current: Revision,
  ) {
    super(`revision ${requested} does not exist yet; the newest one is ${current}`);
  }
}

/** The watch cache has not loaded its state yet. */
export class NotReadyError extends Error implements Outage {
  override readonly name = 'NotReadyError';
  readonly isOutage = true;
}

/** The watch ended because its reader was too slow. The client can resume after the last revision it received. */
export class SlowWatcherError extends Error {
  override readonly name = 'SlowWatcherError';
}

/** The store is unreachable, closed or out of space. The message is only for the server's log. */
export class StoreUnavailableError extends Error implements Outage {
  override readonly name: string = 'StoreUnavailableError';
  readonly isOutage = true;
  /** `outcomeUnknown`: the write may or may not have happened. */
  constructor(
    message: string,
    readonly outcomeUnknown: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The store has no space for the write, which did not happen. Reads and writes that need no space still succeed. */
export class StoreFullError extends StoreUnavailableError {
  override readonly name = 'StoreFullError';
  constructor(message: string, options?: ErrorOptions) {
    super(message, false, options);
  }
}
