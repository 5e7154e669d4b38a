import type { Store } from '../store.js';

/** How the suite gets at the stores of one backend. */
export interface StoreHarness {
  readonly capabilities: StoreCapabilities;
  /** An empty store; others may share its revisions. */
  open(): Promise<Store>;
  /** Closes `store`, and opens what it held again. */
  reopen(store: Store): Promise<Store>;
  /** Closes `store` and removes what it held. Stores that are closed already are fine. */
  dispose(store: Store): Promise<void>;
  /** Stops what the store stands on without warning, and starts it again. */
  readonly outage?: { down(): Promise<void>; up(): Promise<void> };
}

/** What differs between backends. */
export interface StoreCapabilities {
  /** Data outlive the store. */
  readonly durable: boolean;
  /** The longest key, in bytes, that the suite may use. */
  readonly keyBytes: number;
  /** How many seconds late an entry may be deleted. */
  readonly ttlLateness: number;
  /** How many milliseconds a call may take while the backend does not answer; 0 when that cannot happen. */
  readonly deadlineMs: number;
  /** What the store says of itself, once it has answered; untested when absent. */
  readonly provesProgress?: boolean;
  /** How many milliseconds a connection may outlive the store it was for. */
  readonly lingerMs: number;
}
