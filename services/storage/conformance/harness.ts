import type { Store } from '../store.js';

/** Access of the suite to the stores of one backend. */
export interface StoreHarness {
  readonly capabilities: StoreCapabilities;
  /** Opens an empty store, which may share its revisions with others. */
  open(): Promise<Store>;
  /** Closes `store` and opens it again with its data. */
  reopen(store: Store): Promise<Store>;
  /** Closes `store`, if it is open, and removes its data. */
  dispose(store: Store): Promise<void>;
  /** Stops the backend without warning, and starts it again. */
  readonly outage?: { down(): Promise<void>; up(): Promise<void> };
}

/** Differences between backends. */
export interface StoreCapabilities {
  /** Data outlive the store. */
  readonly durable: boolean;
  /** The longest key that the suite may use, in bytes. */
  readonly keyBytes: number;
  /** Maximum delay of an expiry in seconds. */
  readonly ttlLateness: number;
  /** Maximum duration of a call in milliseconds while the backend does not answer; 0 when that cannot happen. */
  readonly deadlineMs: number;
  /** The expected value of `provesProgress` after the first answer; untested when absent. */
  readonly provesProgress?: boolean;
  /** Milliseconds for which a connection may outlive its store. */
  readonly lingerMs: number;
}
