import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { Outcome } from '../queue/work-queue.js';
import type { GraphNode } from './graph.js';
import { FOREGROUND, isSameOwner, ORPHAN, ownersOf, waitsForDependents, type GraphObject } from './object.js';
import { amend, remove, type ObjectApi, type Policy, type Result } from './object-api.js';
import { isBlocked, isInCircle, resolveOwner, type OwnerDeps, type OwnerState } from './owners.js';

export interface CheckDeps extends OwnerDeps {
  readonly api: ObjectApi;
  /** Whether every dependent of objects in a namespace, or of cluster-scoped ones, is in the graph. */
  readonly knowsDependents: (namespace: string) => boolean;
  /** Asks for a check of another object. */
  readonly check: (uid: string) => void;
}

/** Milliseconds until what is not known yet is asked for again. */
const SOON = 500;

/**
 * One step towards the end of an object that nobody owns any more, or of one that waits for its dependents. Throws where
 * it cannot be told what is to be done.
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

/** Looks for an owner that has not been seen, under every name that its dependents give it. */
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
  // It is there, but a watch must show it before anything can be left to the watches.
  return all.some((answer) => answer === 'solid' || answer === 'waiting') ? 'retry' : 'done';
}

/** Lets an object go whose dependents went first. Those that wait for each other in a circle stop to do so. */
async function finish(deps: CheckDeps, node: GraphNode, object: GraphObject): Promise<Outcome> {
  const { graph, api, knowsDependents } = deps;
  if (isBlocked(node))
    return isInCircle(graph, node) ? settle(deps, node, await amend(api, object, unblocked)) : 'done';
  if (!knowsDependents(object.metadata.namespace ?? '')) return { againIn: SOON };
  return settle(deps, node, await amend(api, object, without(FOREGROUND)));
}

/** Deletes an object all of whose owners are gone or go with it; or takes those from it that are, where others remain. */
async function collect(deps: CheckDeps, node: GraphNode, object: GraphObject): Promise<Outcome> {
  const { api, knowsDependents } = deps;
  const { namespace = '' } = object.metadata;
  const owners = ownersOf(object);
  const states: OwnerState[] = [];
  for (const owner of owners) states.push(await resolveOwner(deps, owner, namespace));
  if (owners.length === 0 || states.includes('impossible')) return 'done';
  if (states.includes('solid')) {
    const isLost = (reference: OwnerReference): boolean =>
      owners.some((owner, index) => states[index] !== 'solid' && isSameOwner(owner, reference));
    return settle(deps, node, await amend(api, object, withoutOwners(isLost)));
  }
  const isForeground = states.includes('waiting');
  if (isForeground && !knowsDependents(namespace)) return { againIn: SOON };
  const policy = isForeground && node.dependents.size > 0 ? 'Foreground' : policyOf(object);
  return settle(deps, node, await remove(api, object, policy));
}

/** How an object that has nobody left goes: as whoever gave it a finalizer wants it. */
function policyOf({ metadata: { finalizers = [] } }: GraphObject): Policy {
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background';
}

/** What follows from a change. What a watch will show is left to it; that something is gone can be told at once. */
function settle({ graph }: CheckDeps, { uid }: GraphNode, result: Result): Outcome {
  if (result === 'gone') graph.remove(uid);
  return result === 'changed' ? 'retry' : 'done';
}

type Change = Parameters<typeof amend>[2];

/** Takes a finalizer away. */
export function without(finalizer: string): Change {
  return ({ finalizers = [] }) =>
    finalizers.includes(finalizer) ? { finalizers: finalizers.filter((each) => each !== finalizer) } : undefined;
}

/** Takes owners away. */
export function withoutOwners(isLost: (reference: OwnerReference) => boolean): Change {
  return ({ ownerReferences = [] }) =>
    ownerReferences.some(isLost) ? { ownerReferences: ownerReferences.filter((each) => !isLost(each)) } : undefined;
}

/** Makes no owner wait for this dependent. */
const unblocked: Change = ({ ownerReferences = [] }) =>
  ownerReferences.some(({ blockOwnerDeletion = false }) => blockOwnerDeletion)
    ? { ownerReferences: ownerReferences.map((owner) => ({ ...owner, blockOwnerDeletion: false })) }
    : undefined;
