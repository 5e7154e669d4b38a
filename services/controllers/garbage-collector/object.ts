import type { ObjectMeta, OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { ApiObject, ResourceType } from '@pilothouse/client/resource-type.js';

/** An object as far as the collector is concerned. */
export interface GraphObject {
  readonly type: ResourceType;
  /** Has what {@link trim} keeps. */
  readonly metadata: ObjectMeta;
}

/** Where an object is, or was, or was said to be. */
export interface Place {
  readonly type: ResourceType;
  /** Empty for cluster-scoped types. */
  readonly namespace: string;
  readonly name: string;
}

/** By these finalizers the API server says what the collector is to do before an object may go. */
export const FOREGROUND = 'foregroundDeletion';
export const ORPHAN = 'orphan';

/**
 * Leaves of an object what the collector reads. The texts are copies: those of the parser are pieces of the whole answer,
 * which they would keep in memory.
 */
export function trim({ metadata }: ApiObject): ApiObject {
  const { name, namespace, uid, resourceVersion, ownerReferences, finalizers, deletionTimestamp } = metadata;
  const kept = { name, namespace, uid, resourceVersion, ownerReferences, finalizers, deletionTimestamp };
  return { metadata: JSON.parse(JSON.stringify(kept)) as ObjectMeta };
}

export function placeOf({ type, metadata: { namespace = '', name = '' } }: GraphObject): Place {
  return { type, namespace, name };
}

/** Whether a reference from a namespace means this object: all that it says must be so, and not the uid alone. */
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

/** The group of an apiVersion: empty for `v1`; undefined for what is none. Versions of one group show the same objects. */
export function groupOf(apiVersion: string): string | undefined {
  const parts = apiVersion.split('/');
  if (parts.length > 2 || parts.at(-1) === '') return undefined;
  return parts.length === 1 ? '' : parts[0];
}

/** Whether two references name the same owner, whatever it is to wait for. */
export function isSameOwner(a: OwnerReference, b: OwnerReference): boolean {
  return a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion;
}

export function ownersOf({ metadata }: GraphObject): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}

/** Whether it is on its way out, and stays only until whom it owns is gone. */
export function waitsForDependents({ metadata }: GraphObject): boolean {
  return isTerminating(metadata, FOREGROUND);
}

/** Whether it is on its way out, and stays only until whom it owned has been told. */
export function waitsForOrphans({ metadata }: GraphObject): boolean {
  return isTerminating(metadata, ORPHAN);
}

function isTerminating({ deletionTimestamp, finalizers = [] }: ObjectMeta, finalizer: string): boolean {
  return deletionTimestamp !== undefined && finalizers.includes(finalizer);
}
