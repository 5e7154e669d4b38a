import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { ResourceType } from '@pilothouse/client/resource-type.js';
import type { AbsentOwners } from './absent-owners.js';
import type { Graph, GraphNode } from './graph.js';
import { groupOf, ownersOf, refersTo, waitsForDependents, type Place } from './object.js';
import type { ObjectApi } from './object-api.js';

/**
 * What an owner is to a dependent: it is there; it is there but waits for its dependents to go first; there is none; or
 * there cannot be one, which is an error of whoever wrote the reference, and holds the dependent for ever.
 */
export type OwnerState = 'solid' | 'waiting' | 'absent' | 'impossible';

export interface OwnerDeps {
  readonly graph: Graph;
  readonly absent: AbsentOwners;
  readonly api: Pick<ObjectApi, 'get'>;
  /** Undefined where nothing of that kind is served. */
  readonly typeOf: (apiVersion: string, kind: string) => ResourceType | undefined;
}

/** No kind is served that an owner is said to have. It may come, and so may what shows that there was no such owner. */
export class UnservedOwnerError extends Error {
  override readonly name = 'UnservedOwnerError';
}

/**
 * What the owner is that an object in a namespace (none where it is empty) names. What the graph has not seen is looked
 * up. Throws UnservedOwnerError where the kind is not served and the owner not known to be gone: whether there is such an owner cannot be told.
 */
export async function resolveOwner(deps: OwnerDeps, reference: OwnerReference, from: string): Promise<OwnerState> {
  const { graph, absent, api, typeOf } = deps;
  const { apiVersion, kind, name, uid } = reference;
  const type = typeOf(apiVersion, kind);
  if (type === undefined) {
    const owner = { type: { group: groupOf(apiVersion) ?? '', kind }, name };
    if (['', from].some((namespace) => absent.has({ ...owner, namespace }, uid))) return 'absent';
    throw new UnservedOwnerError(`whether an owner is there cannot be told: no ${apiVersion}/${kind} is served`);
  }
  if (type.scope === 'Namespaced' && from === '') return 'impossible';
  const seen = graph.get(uid)?.object;
  if (seen && refersTo(reference, from, seen)) return waitsForDependents(seen) ? 'waiting' : 'solid';
  const place: Place = { type, namespace: type.scope === 'Namespaced' ? from : '', name };
  if (absent.has(place, uid)) return 'absent';
  const metadata = await api.get(place);
  if (metadata?.uid !== uid) {
    absent.add(place, uid);
    return 'absent';
  }
  return waitsForDependents({ type, metadata }) ? 'waiting' : 'solid';
}

/** Whether a node's dependents keep it, as they do when it is deleted in the foreground. */
export function isBlocked({ uid, dependents }: GraphNode): boolean {
  for (const { object } of dependents) {
    if (object && ownersOf(object).some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true)) return true;
  }
  return false;
}

/** Whether a node that waits for its dependents is, through others that wait too, one of them itself. */
export function isInCircle(graph: Graph, node: GraphNode): boolean {
  const seen = new Set([node]);
  for (const { object } of seen) {
    for (const { uid, blockOwnerDeletion } of object ? ownersOf(object) : []) {
      const owner = graph.get(uid);
      if (blockOwnerDeletion !== true || !owner?.object || !waitsForDependents(owner.object)) continue;
      if (owner === node) return true;
      seen.add(owner);
    }
  }
  return false;
}
