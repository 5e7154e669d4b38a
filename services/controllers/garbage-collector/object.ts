import type { ObjectMeta, OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { ApiObject, ResourceType } from '@pilothouse/client/resource-type.js';

/** The part of an object that the collector uses. */
export interface GraphObject {
  readonly type: ResourceType;
  /** The fields that {@link trim} keeps. */
  readonly metadata: ObjectMeta;
}

/** The type, namespace and name of an object, which need not exist. */
export interface Coordinates {
  readonly type: ResourceType;
  /** Empty for cluster-scoped types. */
  readonly namespace: string;
  readonly name: string;
}

/** Finalizers that the API server sets for the collector. */
export const FOREGROUND = 'foregroundDeletion';
export const ORPHAN = 'orphan';

/**
 * Reduces an object to the fields that the collector reads. Strings are copied, since slices would retain the whole response in
 * memory.
 */
export function trim({ metadata }: ApiObject): ApiObject {
  const { name, namespace, uid, resourceVersion, ownerReferences, finalizers, deletionTimestamp } = metadata;
  const kept = { name, namespace, uid, resourceVersion, ownerReferences, finalizers, deletionTimestamp };
  return { metadata: JSON.parse(JSON.stringify(kept)) as ObjectMeta };
}

export function coordinatesOf({ type, metadata: { namespace = '', name = '' } }: GraphObject): Coordinates {
  return { type, namespace, name };
}

/** Whether a reference from a namespace refers to this object: uid, name, kind, group and namespace must match. */
export function refersTo(reference: OwnerReference, from: string, { type, metadata }: GraphObject): boolean {
  const { namespace = '' } = metadata;
  return (
    reference.uid === metadata.uid &&
    reference.name === metadata.name &&
    reference.kind === type.kind &&
    groupOf(reference.apiVersion) === type.group &&
    (namespace === '' || namespace === from)
  );
}

/** The API group of an apiVersion: empty for `v1`; undefined for invalid text. All versions of a group show the same objects. */
export function groupOf(apiVersion: string): string | undefined {
  const parts = apiVersion.split('/');
  if (parts.length > 2 || parts.at(-1) === '') return undefined;
  return parts.length === 1 ? '' : parts[0];
}

/** Whether two references name the same owner, regardless of blockOwnerDeletion. */
export function isSameOwner(a: OwnerReference, b: OwnerReference): boolean {
  return a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion;
}

export function ownersOf({ metadata }: GraphObject): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}

/** Whether the object is deleted in the foreground and waits for its dependents. */
export function waitsForDependents({ metadata }: GraphObject): boolean {
  return isTerminating(metadata, FOREGROUND);
}

/** Whether the object is deleted and waits until its dependents are orphaned. */
export function waitsForOrphans({ metadata }: GraphObject): boolean {
  return isTerminating(metadata, ORPHAN);
}

function isTerminating({ deletionTimestamp, finalizers = [] }: ObjectMeta, finalizer: string): boolean {
  return deletionTimestamp !== undefined && finalizers.includes(finalizer);
}
