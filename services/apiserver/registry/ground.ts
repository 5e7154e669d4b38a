import type { Ground } from '@pilothouse/storage/store.js';

/** The entry in whose present state a creation was allowed. */
export interface AdmissionGround extends Ground {
  /** Asks anew about its newest state; throws a StatusError to refuse. */
  readonly renewed: () => Promise<AdmissionGround>;
}
