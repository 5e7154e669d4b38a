import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { Revision } from '@pilothouse/storage/store.js';
import { objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';
import type { Witness } from './witnesses.js';

/** Where witnesses are looked for. */
export interface WitnessStand {
  /** Those of the core group, by name. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** The newest revision at which this server has written a witness of a resource. */
  readonly latestWrite: (resource: string) => Revision;
  readonly now: () => Date;
}

/**
 * Why a token is worth nothing any more; undefined where all its witnesses stand by it. Rejects with the store's errors.
 * The signal is only made where the store has to be waited for.
 */
export type Standing = (signal: () => AbortSignal) => Promise<string | undefined>;

/** Milliseconds that the watch cache is believed, once the store itself has confirmed all witnesses. */
const PROOF_AGE = 10_000;

/**
 * Asks after the witnesses of one token, at every use of it. What this server has written counts at once: the watch cache is
 * believed only where it has come so far. What other servers write counts as soon as the watch brings it, and within 10
 * seconds should the watch be stuck, since the store itself is asked that often. Whoever does not speak in the cache is
 * looked for in the store too: an account that another server has just made is no reason to refuse its token.
 */
export function tokenStanding(witnesses: readonly Witness[], stand: WitnessStand): Standing {
  let provedAt = -Infinity;
  /** Revisions of witnesses that were found to speak for the token, so that each is parsed once. */
  const satisfied = new Map<Witness, Revision>();

  async function objection(signal?: AbortSignal): Promise<string | undefined> {
    for (const witness of witnesses) {
      const problem = await objectionOf(witness, signal);
      if (problem !== undefined) return `${witness.resource} ${JSON.stringify(witness.name)}: ${problem}`;
    }
    return undefined;
  }

  /** From the store itself where there is a signal, else from the cache. */
  async function objectionOf(witness: Witness, signal: AbortSignal | undefined): Promise<string | undefined> {
    const resource = stand.resources.get(witness.resource);
    if (resource === undefined) return 'it is not served';
    const key = objectKey(resource.definition, witness.namespace, witness.name);
    const { entry, revision } = await resource.store.get(key, signal ? { signal } : { atLeast: 0 });
    if (signal === undefined && revision < stand.latestWrite(witness.resource)) return 'what is known of it may be old';
    if (entry === undefined) return 'it does not exist';
    if (satisfied.get(witness) === entry.revision) return undefined;
    const object = resource.stored.decode(entry);
    const problem = witness.objection(object, stand.now());
    // One that is being deleted speaks only for so long.
    if (problem === undefined && !isLeaving(object)) satisfied.set(witness, entry.revision);
    return problem;
  }

  return async (signal) => {
    const time = stand.now().getTime();
    const isProved = Math.abs(time - provedAt) < PROOF_AGE;
    if (isProved && (await objection()) === undefined) return undefined;
    const problem = await objection(signal());
    provedAt = problem === undefined ? time : -Infinity;
    return problem;
  };
}

function isLeaving(object: JsonObject): boolean {
  return metadataOf(object).deletionTimestamp !== undefined;
}
