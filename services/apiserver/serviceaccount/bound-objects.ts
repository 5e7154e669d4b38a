import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { User } from '@pilothouse/token-authenticators/user.js';

/** Resources of the core group whose objects tokens stand on. */
export const BOUND_OBJECT_RESOURCES = ['serviceaccounts', 'secrets', 'pods', 'nodes'] as const;

export function isBoundObjectResource({ group, resource }: GroupResource): boolean {
  return group === '' && BOUND_OBJECT_RESOURCES.some((name) => name === resource);
}

/** An object without which a token is worth nothing. */
export interface BoundObject {
  readonly resource: (typeof BOUND_OBJECT_RESOURCES)[number];
  /** Empty for nodes. */
  readonly namespace: string;
  readonly name: string;
  /** Why the object does not speak for the token; undefined where it does. */
  readonly invalidReason: (object: JsonObject, now: Date) => string | undefined;
}

/** What a token is good for, as long as its witnesses stand by it. */
export interface BoundCredential {
  readonly user: User;
  readonly boundObjects: readonly BoundObject[];
}

/** Milliseconds that an object speaks on once its deletion has begun: its programs may have to finish. As in Kubernetes. */
const DELETION_GRACE = 60_000;

/** The very object that the token names: not a later one of the same name, nor one that is long being deleted. */
export function boundObject(place: Pick<BoundObject, 'resource' | 'namespace' | 'name'>, uid: string): BoundObject {
  return {
    ...place,
    invalidReason(object, now) {
      const { uid: actual, deletionTimestamp } = metadataOf(object);
      if (actual !== uid) return `its uid is ${actual}, and that of the token ${uid}`;
      if (deletionTimestamp === undefined) return undefined;
      return Date.parse(deletionTimestamp) < now.getTime() - DELETION_GRACE ? 'it is being deleted' : undefined;
    },
  };
}

/** The same, but invalid as soon as the deletion of the object begins. */
export function withoutDeletionGrace(reference: BoundObject): BoundObject {
  return {
    ...reference,
    invalidReason: (object, now) =>
      metadataOf(object).deletionTimestamp === undefined ? reference.invalidReason(object, now) : 'it is being deleted',
  };
}
