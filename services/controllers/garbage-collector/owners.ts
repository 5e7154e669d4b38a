import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { ResourceType } from '@pilothouse/client/resource-type.js';
import type { AbsentOwners } from './absent-owners.js';
import type { Graph, GraphNode } from './graph.js';
import { groupOf, ownersOf, refersTo, waitsForDependents, type Coordinates } from './object.js';
import type { ObjectApi } from './object-api.js';

/**
 * The state of an owner: it exists (`solid`), waits for its dependents in a foreground deletion, does not exist, or cannot exist,
 * because the reference is invalid. An invalid reference keeps the dependent.
 */
export type OwnerState = 'solid' | 'waiting' | 'absent' | 'invalid';

export interface OwnerDeps {
  readonly graph: Graph;
  readonly absent: AbsentOwners;
  readonly api: Pick<ObjectApi, 'get'>;
  /** Undefined if no such kind is served. */
  readonly typeOf: (apiVersion: string, kind: string) => ResourceType | undefined;
}

/** The kind of an owner is not served, so that its state is unknown. The kind may be served later. */
export class UnservedOwnerError extends Error {
  override readonly name = 'UnservedOwnerError';
}

/**
 * Resolves an owner reference from a namespace, which is empty for cluster-scoped objects. Owners that are not in the graph are
 * looked up. Throws UnservedOwnerError if the kind is not served and the owner is not known to be absent.
 */
export async function resolveOwner(deps: OwnerDeps, reference: OwnerReference, from: string): Promise<OwnerState> {
  const { graph, absent, api, typeOf } = deps;
  const { apiVersion, kind, name, uid } = reference;
  const type = typeOf(apiVersion, kind);
  if (type === undefined) {
    const owner = { type: { group: groupOf(apiVersion) ?? '', kind }, name };
    if (['', from].some((namespace) => absent.has({ ...owner, namespace }, uid))) return 'absent';
    throw new UnservedOwnerError(`cannot look up an owner: ${apiVersion}/${kind} is not served`);
  }
  if (type.scope === 'Namespaced' && from === '') return 'invalid';
  const seen = graph.get(uid)?.object;
  if (seen && refersTo(reference, from, seen)) return waitsForDependents(seen) ? 'waiting' : 'solid';
  const coordinates: Coordinates = { type, namespace: type.scope === 'Namespaced' ? from : '', name };
  if (absent.has(coordinates, uid)) return 'absent';
  const metadata = await api.get(coordinates);
  if (metadata?.uid !== uid) {
    absent.add(coordinates, uid);
    return 'absent';
  }
  return waitsForDependents({ type, metadata }) ? 'waiting' : 'solid';
}

/** Whether a dependent has blockOwnerDeletion for this node. */
export function isBlocked({ uid, dependents }: GraphNode): boolean {
  for (const { object } of dependents) {
    if (object && ownersOf(object).some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true)) return true;
  }
  return false;
}

/** Whether a waiting node depends, through other waiting nodes, on itself. */
export function isInCycle(graph: Graph, node: GraphNode): boolean {
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
