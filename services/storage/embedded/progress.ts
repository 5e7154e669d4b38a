/** How far a store has been read or written. */
export interface StoreProgress {
  /** `read`: the store, in bytes. `write`: a copy, in objects. `check`: the copy is read again, in bytes. */
  readonly step: 'read' | 'write' | 'check';
  readonly done: number;
  readonly total: number;
}

/** Called from time to time. The work ends if it throws, with its error. */
export type OnProgress = (progress: StoreProgress) => void;
