import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { User } from '@pilothouse/authentication/user.js';

/** Resources of the core group whose objects tokens stand on. */
export const WITNESS_RESOURCES = ['serviceaccounts', 'secrets', 'pods', 'nodes'] as const;

export function isWitnessResource({ group, resource }: GroupResource): boolean {
  return group === '' && WITNESS_RESOURCES.some((name) => name === resource);
}

/** An object without which a token is worth nothing. */
export interface Witness {
  readonly resource: (typeof WITNESS_RESOURCES)[number];
  /** Empty for nodes. */
  readonly namespace: string;
  readonly name: string;
  /** Why the object does not speak for the token; undefined where it does. */
  readonly objection: (object: JsonObject, now: Date) => string | undefined;
}

/** What a token is good for, as long as its witnesses stand by it. */
export interface Credential {
  readonly user: User;
  readonly witnesses: readonly Witness[];
}

/** Milliseconds that an object speaks on once its deletion has begun: its programs may have to finish. As in Kubernetes. */
const FAREWELL = 60_000;

/** The very object that the token names: not a later one of the same name, nor one that is long being deleted. */
export function identityWitness(place: Pick<Witness, 'resource' | 'namespace' | 'name'>, uid: string): Witness {
  return {
    ...place,
    objection(object, now) {
      const { uid: actual, deletionTimestamp } = metadataOf(object);
      if (actual !== uid) return `its uid is ${actual}, and that of the token ${uid}`;
      if (deletionTimestamp === undefined) return undefined;
      return Date.parse(deletionTimestamp) < now.getTime() - FAREWELL ? 'it is being deleted' : undefined;
    },
  };
}

/** The same, but gone as soon as its deletion begins. */
export function strictWitness(witness: Witness): Witness {
  return {
    ...witness,
    objection: (object, now) =>
      metadataOf(object).deletionTimestamp === undefined ? witness.objection(object, now) : 'it is being deleted',
  };
}
