import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { User } from '@pilothouse/token-authenticators/user.js';

/** The core resources to which tokens can be bound. */
export const BOUND_OBJECT_RESOURCES = ['serviceaccounts', 'secrets', 'pods', 'nodes'] as const;

export function isBoundObjectResource({ group, resource }: GroupResource): boolean {
  return group === '' && BOUND_OBJECT_RESOURCES.some((name) => name === resource);
}

/** An object whose existence keeps a token valid. */
export interface BoundObject {
  readonly resource: (typeof BOUND_OBJECT_RESOURCES)[number];
  /** Empty for nodes. */
  readonly namespace: string;
  readonly name: string;
  /** The reason why the object invalidates the token; undefined if it does not. */
  readonly invalidReason: (object: JsonObject, now: Date) => string | undefined;
}

/** The user and bound objects of a token. */
export interface BoundCredential {
  readonly user: User;
  readonly boundObjects: readonly BoundObject[];
}

/**
 * Milliseconds for which a bound object stays valid after its deletion has begun, so that its programs can finish; as
 * in Kubernetes.
 */
const DELETION_GRACE = 60_000;

/** A bound object, identified by uid, so that a later object of the same name does not count. */
export function boundObject(reference: Pick<BoundObject, 'resource' | 'namespace' | 'name'>, uid: string): BoundObject {
  return {
    ...reference,
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
