import type { Precondition } from '@pilothouse/storage/store.js';

/** An entry in whose state a write was allowed. */
export interface AdmissionPrecondition extends Precondition {
  /** The entry also changes, in the transaction of the write. */
  readonly change?: EntryChange;
  /** Checks again against the newest state. Undefined if the entry no longer matters. Throws a StatusError to refuse. */
  readonly refreshed: () => Promise<AdmissionPrecondition | undefined>;
}

export interface EntryChange {
  readonly value: Uint8Array;
  /** Whether other writes of this server change the entry now. */
  readonly isBusy: () => boolean;
  /** Runs a write after the earlier ones that change the entry, since concurrent ones would fail and be repeated. */
  readonly inTurn: <Result>(write: () => Promise<Result>) => Promise<Result>;
}
