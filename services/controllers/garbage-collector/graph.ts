import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { ResourceType } from '@pilothouse/client/resource-type.js';
import { isSameOwner, ownersOf, refersTo, waitsForDependents, waitsForOrphans, type GraphObject } from './object.js';

/** An object, or a virtual node for an owner that only references name. */
export interface GraphNode {
  readonly uid: string;
  /** The last state that a watch has shown. Undefined in a virtual node. */
  readonly object: GraphObject | undefined;
  readonly dependents: ReadonlySet<GraphNode>;
}

/** Receives the work that changes of the graph cause, by uid. The work must start after the change is complete. */
export interface GraphWork {
  /** Whether this object should exist must be checked. */
  readonly check: (uid: string) => void;
  /** The dependents of this object must be orphaned. */
  readonly orphan: (uid: string) => void;
  /** An object names an owner in another namespace, which is not allowed. */
  readonly misplaced: (dependent: GraphObject, reference: OwnerReference) => void;
  /** This object was deleted and has dependents. */
  readonly deleted: (object: GraphObject) => void;
}

/** The ownership graph, as the watches have shown it. */
export interface Graph {
  readonly get: (uid: string) => GraphNode | undefined;
  readonly nodes: () => Iterable<GraphNode>;
  /** An object exists or has changed. Idempotent. */
  readonly observe: (object: GraphObject) => void;
  /** An object was deleted. */
  readonly remove: (uid: string) => void;
  /** Objects of this type are no longer watched. The state of this object is unknown. */
  readonly lose: (uid: string, type: ResourceType) => void;
}

interface Node extends GraphNode {
  object: GraphObject | undefined;
  dependents: ReadonlySet<Node>;
}

/** Shared by all nodes without dependents, to save memory. */
const NO_DEPENDENTS: ReadonlySet<Node> = new Set();

export function createGraph(work: GraphWork): Graph {
  const nodes = new Map<string, Node>();

  const observe = (object: GraphObject): void => {
    const { uid = '' } = object.metadata;
    const node = nodeOf(uid);
    const previous = node.object;
    if (previous?.metadata === object.metadata && previous.type === object.type) return;
    node.object = object;
    unlink(node, previous, object);
    for (const reference of ownersOf(object)) {
      const isOld = previous !== undefined && ownersOf(previous).some((old) => isSameOwner(old, reference));
      if (!isOld) link(node, object, reference);
    }
    if (previous === undefined) checkNames(node, object);
    if (waitsForOrphans(object)) {
      if (previous === undefined || !waitsForOrphans(previous)) work.orphan(uid);
    } else if (waitsForDependents(object) && (previous === undefined || !waitsForDependents(previous))) {
      for (const dependent of node.dependents) work.check(dependent.uid);
      work.check(uid);
    }
  };

  const nodeOf = (uid: string): Node => {
    const known = nodes.get(uid);
    if (known) return known;
    const node: Node = { uid, object: undefined, dependents: NO_DEPENDENTS };
    nodes.set(uid, node);
    return node;
  };

  /** Links a node to its owner, and queues work if the reference is invalid or the owner is terminating. */
  const link = (node: Node, object: GraphObject, reference: OwnerReference): void => {
    const owner = nodeOf(reference.uid);
    if (owner.dependents === NO_DEPENDENTS) owner.dependents = new Set([node]);
    else (owner.dependents as Set<Node>).add(node);
    if (owner.object === undefined) work.check(owner.uid);
    else if (!checkName(node, object, reference, owner.object)) return;
    else if (waitsForDependents(owner.object)) work.check(node.uid);
    else if (waitsForOrphans(owner.object)) work.orphan(owner.uid);
  };

  /** Unlinks a node from owners that are in `before` and not in `now`. */
  const unlink = (node: Node, before: GraphObject | undefined, now: GraphObject | undefined): void => {
    for (const { uid, blockOwnerDeletion: blocked = false } of before ? ownersOf(before) : []) {
      const kept = now ? ownersOf(now).filter((reference) => reference.uid === uid) : [];
      const owner = nodes.get(uid);
      if (owner === undefined) continue;
      if (kept.length === 0) removeDependent(owner, node);
      const isBlocking = kept.some(({ blockOwnerDeletion = false }) => blockOwnerDeletion);
      if (blocked && !isBlocking && owner.object && waitsForDependents(owner.object)) work.check(uid);
    }
  };

  const removeDependent = (owner: Node, dependent: Node): void => {
    if (!owner.dependents.has(dependent)) return;
    if (owner.dependents.size > 1) {
      (owner.dependents as Set<Node>).delete(dependent);
      return;
    }
    owner.dependents = NO_DEPENDENTS;
    if (owner.object === undefined) nodes.delete(owner.uid);
  };

  /** Checks the references of all dependents when their owner is first seen. */
  const checkNames = (node: Node, object: GraphObject): void => {
    for (const dependent of node.dependents) {
      if (dependent.object === undefined) continue;
      for (const reference of ownersOf(dependent.object)) {
        if (reference.uid === node.uid) checkName(dependent, dependent.object, reference, object);
      }
    }
  };

  const checkName = (node: Node, object: GraphObject, reference: OwnerReference, owner: GraphObject): boolean => {
    const { namespace: from = '' } = object.metadata;
    if (refersTo(reference, from, owner)) return true;
    const { namespace = '' } = owner.metadata;
    if (namespace !== '' && namespace !== from) work.misplaced(object, reference);
    work.check(node.uid);
    return false;
  };

  /** Drops the observed state. A node with dependents stays as a virtual node. */
  const clear = (node: Node): void => {
    const { object } = node;
    node.object = undefined;
    unlink(node, object, undefined);
    if (node.dependents.size === 0) nodes.delete(node.uid);
  };

  return {
    get: (uid) => nodes.get(uid),
    nodes: () => nodes.values(),
    observe,
    remove(uid) {
      const node = nodes.get(uid);
      if (node?.object === undefined) return;
      const { object } = node;
      clear(node);
      if (node.dependents.size === 0) return;
      work.deleted(object);
      for (const dependent of node.dependents) work.check(dependent.uid);
    },
    lose(uid, type) {
      const node = nodes.get(uid);
      if (node?.object?.type !== type) return;
      clear(node);
      if (node.dependents.size > 0) work.check(uid);
    },
  };
}
