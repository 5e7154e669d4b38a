import type { StoreSpace } from '../embedded/store.js';
import type { CreateOptions, Entry, ListOptions, Revision, WatchBatch, WriteResult } from '../store.js';
import type { Failure } from './failure.js';

/** What the process with the store does for another one. Arguments and results are plain data, which `node:v8` serialises. */
export interface Operations {
  /** The entry is left out if it is at the revision `known`. */
  get(key: string, atLeast: Revision | undefined, known: Revision | undefined): Promise<Found>;
  /** One page. It may have fewer entries than the limit, and has at least one if there is one. */
  list(prefix: string, options: PageOptions): Promise<Page>;
  create(key: string, value: Uint8Array, options: Conditions): Promise<WriteResult>;
  update(key: string, value: Uint8Array, expected: Revision, options: Conditions): Promise<WriteResult>;
  delete(key: string, expected: Revision, options: Conditions): Promise<WriteResult>;
  currentRevision(): Promise<Revision>;
  compact(revision: Revision): Promise<void>;
  space(): Promise<StoreSpace>;
  /** Begins a watch with a number that the caller chooses, and resolves to its first batch, as `next`. */
  watch(watch: number, prefix: string, options: WatchStart): Promise<WatchBatch | undefined>;
  /** The next batch; undefined at the end. A watch reads nothing ahead, so that a slow reader costs no memory. */
  next(watch: number): Promise<WatchBatch | undefined>;
  /** Ends a watch. */
  stop(watch: number): Promise<void>;
}

/** What a write depends on, and what happens with it. */
export type Conditions = Pick<CreateOptions, 'ttl' | 'preconditions' | 'joined'>;

export interface Found {
  /** Undefined if the key does not exist, and if the caller has the entry. */
  readonly entry?: Entry | undefined;
  readonly isKnown?: true;
  readonly revision: Revision;
}

export interface PageOptions extends Pick<ListOptions, 'atLeast' | 'revision' | 'start' | 'where' | 'uncounted'> {
  /** Infinity for all. */
  readonly limit: number;
  /** Whether the entry of `start` itself is left out. */
  readonly isAfter: boolean;
}

export interface Page {
  readonly entries: readonly Entry[];
  readonly revision: Revision;
  readonly remaining: number;
}

export interface WatchStart {
  readonly from: Revision;
  /** The previous entries of events then have no values. */
  readonly holdsState: boolean;
}

export type Operation = keyof Operations;

export interface Call {
  /** Returned with the answer. */
  readonly id: number;
  readonly operation: Operation;
  readonly args: readonly unknown[];
}

export interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: Failure;
}

/** From the process with the store. */
export type FromHolder =
  | { readonly answers: readonly Answer[] }
  /** Another process has taken over the store. */
  | { readonly lost: Failure };

/** To the process with the store. */
export type ToHolder = readonly Call[];
