import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { Outcome } from '../queue/work-queue.js';
import type { GraphNode } from './graph.js';
import { FOREGROUND, isSameOwner, ORPHAN, ownersOf, waitsForDependents, type GraphObject } from './object.js';
import { patchMetadata, remove, type ObjectApi, type Policy, type Result } from './object-api.js';
import { isBlocked, isInCycle, resolveOwner, type OwnerDeps, type OwnerState } from './owners.js';

export interface CheckDeps extends OwnerDeps {
  readonly api: ObjectApi;
  /** Whether the graph contains every dependent of objects in a namespace, or of cluster-scoped objects. */
  readonly hasAllDependents: (namespace: string) => boolean;
  /** Queues a check of another object. */
  readonly check: (uid: string) => void;
}

/** Milliseconds until a retry while the graph is incomplete. */
const RETRY_DELAY = 500;

/**
 * Reconciles one object: deletes it when its owners are gone, or removes its foreground finalizer when its dependents are. Throws
 * if the state of an owner is unknown.
 */
export async function checkObject(deps: CheckDeps, uid: string): Promise<Outcome> {
  const node = deps.graph.get(uid);
  if (node === undefined) return 'done';
  const { object } = node;
  if (object === undefined) return checkVirtual(deps, node);
  if (waitsForDependents(object)) return finish(deps, node, object);
  if (object.metadata.deletionTimestamp !== undefined) return 'done';
  return collect(deps, node, object);
}

/** Looks up an owner that no watch has shown, under every name that its dependents give. */
async function checkVirtual(deps: CheckDeps, { uid, dependents }: GraphNode): Promise<Outcome> {
  const answers = new Map<string, OwnerState | Error>();
  const find = async (reference: OwnerReference, from: string): Promise<OwnerState | Error> => {
    const key = JSON.stringify([from, reference.apiVersion, reference.kind, reference.name]);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = await resolveOwner(deps, reference, from).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    answers.set(key, answer);
    return answer;
  };
  for (const dependent of dependents) {
    const { object } = dependent;
    if (object === undefined) continue;
    for (const reference of ownersOf(object)) {
      if (reference.uid !== uid) continue;
      if ((await find(reference, object.metadata.namespace ?? '')) === 'absent') deps.check(dependent.uid);
    }
  }
  const all = [...answers.values()];
  const error = all.find((answer) => answer instanceof Error);
  if (error) throw error;
  // The owner exists. A watch must show it before the watches can be relied on.
  return all.some((answer) => answer === 'solid' || answer === 'waiting') ? 'retry' : 'done';
}

/** Removes the foreground finalizer when the blocking dependents are gone. Breaks cycles of objects that wait for each other. */
async function finish(deps: CheckDeps, node: GraphNode, object: GraphObject): Promise<Outcome> {
  const { graph, api, hasAllDependents } = deps;
  if (isBlocked(node))
    return isInCycle(graph, node) ? settle(deps, node, await patchMetadata(api, object, unblocked)) : 'done';
  if (!hasAllDependents(object.metadata.namespace ?? '')) return { requeueAfter: RETRY_DELAY };
  return settle(deps, node, await patchMetadata(api, object, without(FOREGROUND)));
}

/** Deletes an object whose owners are all gone or waiting, or removes references to such owners if others remain. */
async function collect(deps: CheckDeps, node: GraphNode, object: GraphObject): Promise<Outcome> {
  const { api, hasAllDependents } = deps;
  const { namespace = '' } = object.metadata;
  const owners = ownersOf(object);
  const states: OwnerState[] = [];
  for (const owner of owners) states.push(await resolveOwner(deps, owner, namespace));
  if (owners.length === 0 || states.includes('invalid')) return 'done';
  if (states.includes('solid')) {
    const isLost = (reference: OwnerReference): boolean =>
      owners.some((owner, index) => states[index] !== 'solid' && isSameOwner(owner, reference));
    return settle(deps, node, await patchMetadata(api, object, withoutOwners(isLost)));
  }
  const isForeground = states.includes('waiting');
  if (isForeground && !hasAllDependents(namespace)) return { requeueAfter: RETRY_DELAY };
  const policy = isForeground && node.dependents.size > 0 ? 'Foreground' : policyOf(object);
  return settle(deps, node, await remove(api, object, policy));
}

/** The propagation policy of a collected object, by its finalizers. */
function policyOf({ metadata: { finalizers = [] } }: GraphObject): Policy {
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background';
}

/** The outcome after a change. A deletion is applied to the graph at once; all other changes arrive by the watches. */
function settle({ graph }: CheckDeps, { uid }: GraphNode, result: Result): Outcome {
  if (result === 'gone') graph.remove(uid);
  return result === 'changed' ? 'retry' : 'done';
}

type Change = Parameters<typeof patchMetadata>[2];

/** Removes a finalizer. */
export function without(finalizer: string): Change {
  return ({ finalizers = [] }) =>
    finalizers.includes(finalizer) ? { finalizers: finalizers.filter((each) => each !== finalizer) } : undefined;
}

/** Removes owner references. */
export function withoutOwners(isLost: (reference: OwnerReference) => boolean): Change {
  return ({ ownerReferences = [] }) =>
    ownerReferences.some(isLost) ? { ownerReferences: ownerReferences.filter((each) => !isLost(each)) } : undefined;
}

/** Clears blockOwnerDeletion of all owner references. */
const unblocked: Change = ({ ownerReferences = [] }) =>
  ownerReferences.some(({ blockOwnerDeletion = false }) => blockOwnerDeletion)
    ? { ownerReferences: ownerReferences.map((owner) => ({ ...owner, blockOwnerDeletion: false })) }
    : undefined;
