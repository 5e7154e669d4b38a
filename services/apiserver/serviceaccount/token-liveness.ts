import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { Revision } from '@pilothouse/storage/store.js';
import { objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';
import type { BoundObject } from './bound-objects.js';

/** The source of bound objects. */
export interface BoundObjectSource {
  /** Those of the core group, by name. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** The newest revision at which this server has written a bound object of a resource. */
  readonly latestWrite: (resource: string) => Revision;
  readonly now: () => Date;
}

/**
 * The reason why a token is invalid; undefined if all its bound objects are valid. Rejects with the store's errors. The
 * signal is created only if the store must be awaited.
 */
export type TokenLiveness = (signal: () => AbortSignal) => Promise<string | undefined>;

/** Milliseconds for which the watch cache is trusted after the store has confirmed all bound objects. */
const CONFIRMATION_AGE = 10_000;

/**
 * Checks the bound objects of a token on every use. A write of this server counts at once: the watch cache is trusted
 * only if it includes it. A write of another server counts as soon as the watch delivers it, and within 10 seconds if
 * the watch is stuck, since the store is read that often. An object that is missing or invalid in the cache is also
 * looked up in the store, so that a token of an account that another server has just created is not refused.
 */
export function createTokenLiveness(boundObjects: readonly BoundObject[], source: BoundObjectSource): TokenLiveness {
  let confirmedAt = -Infinity;
  /** Revisions of bound objects that were found valid, so that each is parsed once. */
  const validRevisions = new Map<BoundObject, Revision>();

  async function invalidReason(signal?: AbortSignal): Promise<string | undefined> {
    for (const boundObject of boundObjects) {
      const problem = await invalidReasonOf(boundObject, signal);
      if (problem !== undefined) return `${boundObject.resource} ${JSON.stringify(boundObject.name)}: ${problem}`;
    }
    return undefined;
  }

  /** Reads from the store if there is a signal, else from the cache. */
  async function invalidReasonOf(
    boundObject: BoundObject,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    const resource = source.resources.get(boundObject.resource);
    if (resource === undefined) return 'it is not served';
    const key = objectKey(resource.definition, boundObject.namespace, boundObject.name);
    const { entry, revision } = await resource.store.get(key, signal ? { signal } : { atLeast: 0 });
    if (signal === undefined && revision < source.latestWrite(boundObject.resource))
      return 'its cached state may be outdated';
    if (entry === undefined) return 'it does not exist';
    if (validRevisions.get(boundObject) === entry.revision) return undefined;
    const object = resource.stored.decode(entry);
    const problem = boundObject.invalidReason(object, source.now());
    // A terminating object is valid only for a limited time.
    if (problem === undefined && !isDeleting(object)) validRevisions.set(boundObject, entry.revision);
    return problem;
  }

  return async (signal) => {
    const time = source.now().getTime();
    const isConfirmed = Math.abs(time - confirmedAt) < CONFIRMATION_AGE;
    if (isConfirmed && (await invalidReason()) === undefined) return undefined;
    const problem = await invalidReason(signal());
    confirmedAt = problem === undefined ? time : -Infinity;
    return problem;
  };
}

function isDeleting(object: JsonObject): boolean {
  return metadataOf(object).deletionTimestamp !== undefined;
}
