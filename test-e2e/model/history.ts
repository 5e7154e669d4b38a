/**
 * The requests and observations of clients, as input of the checker. Times are ticks of a counter that never repeats, so that
 * any two times are ordered.
 */
export type Tick = number;

/** The model's state of an object. */
export interface ObjectState {
  /** The unique id of the write that caused it. */
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Further fields; none when absent. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** One change in the store's log. */
export interface LogEntry {
  readonly revision: number;
  /** `namespace/name`. */
  readonly key: string;
  /** Undefined for a deletion. */
  readonly state: ObjectState | undefined;
}

/** The selected objects; all of them if it is empty. */
export interface Scope {
  readonly namespace?: string;
  readonly name?: string;
  readonly label?: { readonly key: string; readonly value: string };
}

/** The required recency of an answer. */
export type Version =
  | { readonly type: 'mostRecent' }
  | { readonly type: 'atLeast'; readonly revision: number }
  | { readonly type: 'exact'; readonly revision: number };

interface Request {
  readonly began: Tick;
  readonly ended: Tick;
  /** The server that was asked. */
  readonly replica: number;
}

/** `rejected`: the write certainly did not happen. */
export type Outcome = 'acknowledged' | 'rejected' | 'unknown';

/**
 * `replace`: the object becomes the state of the write. `change` (a patch) and `apply`: the state is merged into the object; `apply`
 * also creates a missing object.
 */
export type Effect = 'replace' | 'change' | 'apply';

export interface WriteRecord extends Request {
  readonly key: string;
  /** The written state; undefined for a deletion. */
  readonly state: ObjectState | undefined;
  /** `replace` by default. */
  readonly effect?: Effect;
  /** The revision that it must replace; 0 for a create. Undefined: any. */
  readonly expected: number | undefined;
  readonly outcome: Outcome;
  /** The acknowledged revision. Responses to deletions have none. */
  readonly revision?: number;
}

export interface SeenObject {
  readonly key: string;
  readonly id: string;
  readonly revision: number;
}

export interface ListRecord extends Request {
  readonly scope: Scope;
  readonly version: Version;
  /** The resourceVersion of the list, equal on all pages. */
  readonly revision: number;
  readonly objects: readonly SeenObject[];
}

export interface GetRecord extends Request {
  readonly key: string;
  readonly version: Version;
  /** Undefined if the object was absent. */
  readonly object: SeenObject | undefined;
}

export interface SeenEvent extends SeenObject {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
}

export interface SeenBookmark {
  readonly type: 'BOOKMARK';
  readonly revision: number;
}

/** One watch from its request to its end. */
export interface StreamRecord {
  readonly replica: number;
  readonly scope: Scope;
  /** The watch asked for changes after this revision. */
  readonly from: number;
  readonly seen: readonly (SeenEvent | SeenBookmark)[];
  /** The revision up to which it must have delivered everything, if it ran long enough. */
  readonly through?: number;
}

export interface History {
  /** All changes of the store, in order. */
  readonly log: readonly LogEntry[];
  readonly writes: readonly WriteRecord[];
  readonly lists: readonly ListRecord[];
  readonly gets: readonly GetRecord[];
  readonly streams: readonly StreamRecord[];
}
