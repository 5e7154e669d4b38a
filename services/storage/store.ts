/**
 * The store is a versioned key-value log; this is its whole contract. Backends sit beside it, and each passes the one
 * suite in `conformance.ts`.
 *
 * Keys are text without NUL, ordered by their UTF-8 bytes. Every write gets the next revision, one counter for the
 * whole store. A write that resolved is durable. What no method here names (a lost connection, a full disk) rejects
 * with {@link StoreUnavailableError}; it is never taken for a conflict. Where the outcome of a write is unknown, the
 * error says so, and nothing is retried here. What is no key rejects with TypeError; a key or value that the backend
 * cannot hold, with RangeError; an aborted call, with its signal's reason, unless it is a `get` that need not wait: asking
 * a request for its signal costs more than such a read.
 */
import type { Outage } from '@pilothouse/runtime/logging/outage.js';

/** A position in the log: a positive integer, exact in a double. */
export type Revision = number;

/** A value as it was written at `revision`. Nobody may change `value`. */
export interface Entry {
  readonly key: string;
  readonly value: Uint8Array;
  readonly revision: Revision;
  /** What selectors see of the object, where it was extracted already. */
  readonly attributes?: Attributes;
  /** The value is not what is stored, which is the same object in an older form: writing it is a change. No store says this itself. */
  readonly outdated?: true;
}

/** Labels, and the fields that selectors can name. Extracted once for each write. */
export interface Attributes {
  readonly labels: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/** `current` is undefined where the key does not exist, which for a creation says that one of its preconditions no longer holds. */
export type WriteResult =
  { readonly ok: true; readonly revision: Revision } | { readonly ok: false; readonly current: Entry | undefined };

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /**
   * How old the answer may be: any state from this revision on will do, 0 for any at all. Absent: the newest state, as new
   * as every write that was acknowledged before the call. Rejects with FutureRevisionError where there is no such
   * state within a few seconds.
   */
  readonly atLeast?: Revision;
}

export interface ListOptions extends ReadOptions {
  /** Read the state as of this revision; the newest when absent. */
  readonly revision?: Revision;
  /** At most so many entries; all when absent. */
  readonly limit?: number;
  /** Begin with this key (inclusive); with the prefix when absent. */
  readonly start?: string;
  /** The caller has no use for entries without this label and one of these values: a store may leave them out. */
  readonly where?: { readonly label: string; readonly values: readonly string[] };
  /** The caller asks only whether any remain: `remaining` may be any positive number where some do. */
  readonly uncounted?: boolean;
}

export interface ListResult {
  readonly entries: readonly Entry[];
  /** The revision whose state this is. */
  readonly revision: Revision;
  /** How many entries from `start` on the limit left out. */
  readonly remaining: number;
}

export type StoreEvent =
  | { readonly type: 'put'; readonly entry: Entry; readonly previous: Entry | undefined }
  /** `previous` is what was deleted, `revision` that of the deletion. */
  | { readonly type: 'delete'; readonly key: string; readonly revision: Revision; readonly previous: Entry };

/** All events of the prefix up to and with `revision`, after those of the batch before. A batch may be empty. */
export interface WatchBatch {
  readonly revision: Revision;
  readonly events: readonly StoreEvent[];
}

export interface WatchOptions {
  /** The first revision of interest: events with this revision or a later one are sent. */
  readonly from: Revision;
  readonly signal: AbortSignal;
  /** Milliseconds after which, again and again, an empty batch tells how far the watch has come. Some stores send none. */
  readonly heartbeat?: number;
}

export interface WriteOptions extends ReadOptions {
  /** Seconds after which the entry deletes itself. */
  readonly ttl?: number;
}

export interface CreateOptions extends WriteOptions {
  /** The entry is created only while all of these hold, in the same transaction. */
  readonly preconditions?: readonly Precondition[];
}

/** A precondition: another entry of the same store, and the revision that it must have. */
export interface Precondition {
  readonly key: string;
  readonly revision: Revision;
}

export interface Store {
  get(key: string, options?: ReadOptions): Promise<{ readonly entry: Entry | undefined; readonly revision: Revision }>;
  /** Entries whose key begins with `prefix`, in the order of keys. Rejects with CompactedError or FutureRevisionError. */
  list(prefix: string, options?: ListOptions): Promise<ListResult>;
  create(key: string, value: Uint8Array, options?: CreateOptions): Promise<WriteResult>;
  /** Writes only over the entry whose revision is `expected`. */
  update(key: string, value: Uint8Array, expected: Revision, options?: WriteOptions): Promise<WriteResult>;
  delete(key: string, expected: Revision, options?: ReadOptions): Promise<WriteResult>;
  /**
   * Every event of the prefix once and in order, from a past or future revision on. It ends quietly when the signal is
   * aborted or the store closed; it throws CompactedError when an event it owes is gone, or the state before that, which
   * `previous` tells. Iterate it once.
   */
  watch(prefix: string, options: WatchOptions): AsyncIterable<WatchBatch>;
  currentRevision(options?: ReadOptions): Promise<Revision>;
  /**
   * Whether a watch of everything can be made to tell how far it has come, so that a cache it feeds can prove that it is as
   * new as a revision. It may change while the store is open.
   */
  readonly provesProgress: boolean;
  /**
   * Makes every open watch send a batch soon, an empty one if need be, whose revision is at least the newest one that this
   * store has told any caller until now. A watch that has come so far already sends none. Costs no round trip of its own,
   * and is asked once for all callers. Does nothing where progress cannot be proved.
   */
  requestProgress(): Promise<void>;
  /**
   * Forgets states before `revision`: lists and watches that need them reject with CompactedError. Rejects with
   * FutureRevisionError; what is forgotten already is fine.
   */
  compact(revision: Revision): Promise<void>;
  /** Ends watches, lets the calls under way finish, and releases everything. Later calls reject. */
  close(): Promise<void>;
}

/** The revision asked for is no longer kept. */
export class CompactedError extends Error {
  override readonly name = 'CompactedError';
  constructor(
    readonly requested: Revision,
    /** The oldest revision that can be asked for. */
    readonly compacted: Revision,
  ) {
    super(`revision ${requested} has been compacted; the oldest one kept is ${compacted}`);
  }
}

/** The revision asked for is newer than the store. */
export class FutureRevisionError extends Error {
  override readonly name = 'FutureRevisionError';
  constructor(
    readonly requested: Revision,
    readonly current: Revision,
  ) {
    super(`revision ${requested} does not exist yet; the newest one is ${current}`);
  }
}

/** A cache in front of the store has not read its state yet. */
export class NotReadyError extends Error implements Outage {
  override readonly name = 'NotReadyError';
  readonly isOutage = true;
}

/** A watch was ended because its reader fell too far behind. It can begin anew after the last revision it was sent. */
export class SlowWatcherError extends Error {
  override readonly name = 'SlowWatcherError';
}

/** The store cannot answer now: not reachable, closed, or out of space. The message is for the log of the server alone. */
export class StoreUnavailableError extends Error implements Outage {
  override readonly name: string = 'StoreUnavailableError';
  readonly isOutage = true;
  /** `outcomeUnknown`: the write may have happened or not. */
  constructor(
    message: string,
    readonly outcomeUnknown: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The store has no space for the write, which did not happen. Reads, and writes that need no space, go on. */
export class StoreFullError extends StoreUnavailableError {
  override readonly name = 'StoreFullError';
  constructor(message: string, options?: ErrorOptions) {
    super(message, false, options);
  }
}
