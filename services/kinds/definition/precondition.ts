import type { Precondition } from '@pilothouse/storage/store.js';

/** The entry in whose state a creation was allowed. */
export interface AdmissionPrecondition extends Precondition {
  /** Checks again against the newest state. Throws a StatusError to refuse. */
  readonly refreshed: () => Promise<AdmissionPrecondition>;
}
