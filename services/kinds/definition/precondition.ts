import type { Precondition } from '@pilothouse/storage/store.js';

/** The entry in whose present state a creation was allowed. */
export interface AdmissionPrecondition extends Precondition {
  /** Asks anew about its newest state; throws a StatusError to refuse. */
  readonly refreshed: () => Promise<AdmissionPrecondition>;
}
