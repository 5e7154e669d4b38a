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

export interface WriteRecord extends Request {
  readonly key: string;
  /** What it makes of the object; undefined for a deletion. */
  readonly state: ObjectState | undefined;
  /** The revision that it is to replace; 0 where there is to be no object. */
  readonly expected: number;
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
