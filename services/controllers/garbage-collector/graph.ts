import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { ResourceType } from '@pilothouse/client/resource-type.js';
import { isSameOwner, ownersOf, refersTo, waitsForDependents, waitsForOrphans, type GraphObject } from './object.js';

/** One object, or one that others name as their owner. */
export interface GraphNode {
  readonly uid: string;
  /** What the watches last showed. Undefined in a virtual node, which is there only because its dependents name it. */
  readonly object: GraphObject | undefined;
  readonly dependents: ReadonlySet<GraphNode>;
}

/** Where the graph asks for work as it changes. It goes by uids; nothing may be done about them before the change is over. */
export interface GraphWork {
  /** Whether this object should be there is to be looked into. */
  readonly check: (uid: string) => void;
  /** The dependents of this object are to be set free. */
  readonly orphan: (uid: string) => void;
  /** An object names an owner that is in another namespace than its own, where owners cannot be. */
  readonly misplaced: (dependent: GraphObject, reference: OwnerReference) => void;
  /** This object is gone for ever, and others name it. */
  readonly gone: (object: GraphObject) => void;
}

/** Who owns whom, as the watches have shown it. */
export interface Graph {
  readonly get: (uid: string) => GraphNode | undefined;
  readonly nodes: () => Iterable<GraphNode>;
  /** An object is there, or has changed. To be told the same again does no harm. */
  readonly observe: (object: GraphObject) => void;
  /** An object is gone. */
  readonly remove: (uid: string) => void;
  /** Objects of this type can no longer be seen; what became of this one is not known. */
  readonly lose: (uid: string, type: ResourceType) => void;
}

interface Node extends GraphNode {
  object: GraphObject | undefined;
  dependents: ReadonlySet<Node>;
}

/** The dependents of most objects. */
const NOBODY: ReadonlySet<Node> = new Set();

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
    const node: Node = { uid, object: undefined, dependents: NOBODY };
    nodes.set(uid, node);
    return node;
  };

  /** Makes a node a dependent of the owner that it names, and asks for what cannot be right in that. */
  const link = (node: Node, object: GraphObject, reference: OwnerReference): void => {
    const owner = nodeOf(reference.uid);
    if (owner.dependents === NOBODY) owner.dependents = new Set([node]);
    else (owner.dependents as Set<Node>).add(node);
    if (owner.object === undefined) work.check(owner.uid);
    else if (!checkName(node, object, reference, owner.object)) return;
    else if (waitsForDependents(owner.object)) work.check(node.uid);
    else if (waitsForOrphans(owner.object)) work.orphan(owner.uid);
  };

  /** Takes a node away from the owners that it had `before` and has no longer `now`. */
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
    owner.dependents = NOBODY;
    if (owner.object === undefined) nodes.delete(owner.uid);
  };

  /** Now that an owner is seen: asks for every dependent that means another one by its uid. */
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

  /** Forgets what was seen of an object. It remains as a virtual node where others name it. */
  const forget = (node: Node): void => {
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
      forget(node);
      if (node.dependents.size === 0) return;
      work.gone(object);
      for (const dependent of node.dependents) work.check(dependent.uid);
    },
    lose(uid, type) {
      const node = nodes.get(uid);
      if (node?.object?.type !== type) return;
      forget(node);
      if (node.dependents.size > 0) work.check(uid);
    },
  };
}
