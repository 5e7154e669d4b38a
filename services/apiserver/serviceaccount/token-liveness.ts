import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { Revision } from '@pilothouse/storage/store.js';
import { objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';
import type { BoundObject } from './bound-objects.js';

/** Where boundObjects are looked for. */
export interface BoundObjectSource {
  /** Those of the core group, by name. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** The newest revision at which this server has written a boundObject of a resource. */
  readonly latestWrite: (resource: string) => Revision;
  readonly now: () => Date;
}

/**
 * Why a token is worth nothing any more; undefined where all its boundObjects source by it. Rejects with the store's errors.
 * The signal is only made where the store has to be waited for.
 */
export type TokenLiveness = (signal: () => AbortSignal) => Promise<string | undefined>;

/** Milliseconds that the watch cache is believed, once the store itself has confirmed all boundObjects. */
const PROOF_AGE = 10_000;

/**
 * Asks after the boundObjects of one token, at every use of it. What this server has written counts at once: the watch cache is
 * believed only where it has come so far. What other servers write counts as soon as the watch brings it, and within 10
 * seconds should the watch be stuck, since the store itself is asked that often. Whoever does not speak in the cache is
 * looked for in the store too: an account that another server has just made is no reason to refuse its token.
 */
export function createTokenLiveness(boundObjects: readonly BoundObject[], source: BoundObjectSource): TokenLiveness {
  let provedAt = -Infinity;
  /** Revisions of boundObjects that were found to speak for the token, so that each is parsed once. */
  const satisfied = new Map<BoundObject, Revision>();

  async function invalidReason(signal?: AbortSignal): Promise<string | undefined> {
    for (const boundObject of boundObjects) {
      const problem = await invalidReasonOf(boundObject, signal);
      if (problem !== undefined) return `${boundObject.resource} ${JSON.stringify(boundObject.name)}: ${problem}`;
    }
    return undefined;
  }

  /** From the store itself where there is a signal, else from the cache. */
  async function invalidReasonOf(
    boundObject: BoundObject,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    const resource = source.resources.get(boundObject.resource);
    if (resource === undefined) return 'it is not served';
    const key = objectKey(resource.definition, boundObject.namespace, boundObject.name);
    const { entry, revision } = await resource.store.get(key, signal ? { signal } : { atLeast: 0 });
    if (signal === undefined && revision < source.latestWrite(boundObject.resource))
      return 'what is known of it may be old';
    if (entry === undefined) return 'it does not exist';
    if (satisfied.get(boundObject) === entry.revision) return undefined;
    const object = resource.stored.decode(entry);
    const problem = boundObject.invalidReason(object, source.now());
    // One that is being deleted speaks only for so long.
    if (problem === undefined && !isDeleting(object)) satisfied.set(boundObject, entry.revision);
    return problem;
  }

  return async (signal) => {
    const time = source.now().getTime();
    const isProved = Math.abs(time - provedAt) < PROOF_AGE;
    if (isProved && (await invalidReason()) === undefined) return undefined;
    const problem = await invalidReason(signal());
    provedAt = problem === undefined ? time : -Infinity;
    return problem;
  };
}

function isDeleting(object: JsonObject): boolean {
  return metadataOf(object).deletionTimestamp !== undefined;
}
