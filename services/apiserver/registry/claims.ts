import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { JoinedChange } from '@pilothouse/storage/store.js';

/**
 * Values that the objects of a resource take from shared pools, such as the addresses and ports of services. Each value has
 * a key of its own, which is written in the transaction of the object. No value is therefore taken twice, and none is lost.
 */
export interface Claims {
  readonly begin: (request: ClaimRequest) => Claim;
}

/** The write that takes values. */
export interface ClaimRequest {
  /** Empty for cluster-scoped resources. */
  readonly namespace: string;
  /** Takes no values. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** The values of one write, which may take several attempts. */
export interface Claim {
  /**
   * Sets the values of `object` before its validation, and returns the changes of their keys. `old` is absent on create.
   * Throws a StatusError if a value is not free.
   */
  readonly take: (object: JsonObject, old: JsonObject | undefined) => Promise<readonly JoinedChange[]>;
  /** The changes that free all values of a stored object that is deleted. */
  readonly release: (object: JsonObject) => Promise<readonly JoinedChange[]>;
  /** Reads the keys of the last changes again after a conflict, so that the next attempt takes other values. */
  readonly refresh: () => Promise<void>;
}
