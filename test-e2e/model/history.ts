/**
 * What clients did and saw, in the form in which the checker takes it. Moments are ticks of one counter that never
 * shows the same number twice, so that of two moments one is always the earlier.
 */
export type Tick = number;

/** What the model knows of an object. */
export interface ObjectState {
  /** Names the write that made it: no two writes share one. */
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  /** What else it holds; nothing when absent. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** One change as the store's log has it. */
export interface LogEntry {
  readonly revision: number;
  /** `namespace/name`. */
  readonly key: string;
  /** Undefined for a deletion. */
  readonly state: ObjectState | undefined;
}

/** Which objects are meant; all of them where it says nothing. */
export interface Scope {
  readonly namespace?: string;
  readonly name?: string;
  readonly label?: { readonly key: string; readonly value: string };
}

/** How new an answer has to be. */
export type Version =
  | { readonly type: 'mostRecent' }
  | { readonly type: 'atLeast'; readonly revision: number }
  | { readonly type: 'exact'; readonly revision: number };

interface Request {
  readonly began: Tick;
  readonly ended: Tick;
  /** Who was asked. */
  readonly replica: number;
}

/** `rejected`: it certainly did not happen. */
export type Outcome = 'acknowledged' | 'rejected' | 'unknown';

/**
 * `replace`: the object is to be what the write says. `change` (a patch) and `apply`: what the write says is put into the object,
 * and all else stays; `apply` also makes an object where there is none.
 */
export type Effect = 'replace' | 'change' | 'apply';

export interface WriteRecord extends Request {
  readonly key: string;
  /** What it says; undefined for a deletion. */
  readonly state: ObjectState | undefined;
  /** `replace` when absent. */
  readonly effect?: Effect;
  /** The revision that it is to replace; 0 where there is to be no object. Undefined: whichever there is. */
  readonly expected: number | undefined;
  readonly outcome: Outcome;
  /** The revision that was acknowledged; deletions are not told theirs. */
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
  /** The version of the list; the same on all pages. */
  readonly revision: number;
  readonly objects: readonly SeenObject[];
}

export interface GetRecord extends Request {
  readonly key: string;
  readonly version: Version;
  /** Undefined where there was no such object. */
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
  /** Changes after this revision were asked for. */
  readonly from: number;
  readonly seen: readonly (SeenEvent | SeenBookmark)[];
  /** Up to which revision it must have brought everything, where it was given the time for that. */
  readonly through?: number;
}

export interface History {
  /** Everything the store ever did, in order. */
  readonly log: readonly LogEntry[];
  readonly writes: readonly WriteRecord[];
  readonly lists: readonly ListRecord[];
  readonly gets: readonly GetRecord[];
  readonly streams: readonly StreamRecord[];
}
