import type { Node } from '@pilothouse/apimachinery/generated/core/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import { forbiddenLabels } from './node-labels.js';

/** Why a kubelet may not create its node like this. */
export function newNodeProblem(name: string, { metadata, spec }: Node): string | undefined {
  const quoted = JSON.stringify(name);
  // What a node may read follows from its specification.
  if (spec.configSource !== undefined) {
    return `node ${quoted} is not allowed to create pods with a non-nil configSource`;
  }
  // Labels steer workloads to nodes.
  const labels = forbiddenLabels(metadata.labels);
  if (labels.length > 0) return `node ${quoted} is not allowed to set the following labels: ${labels.join(', ')}`;
  return undefined;
}

/** Why a kubelet may not change its node like this. */
export function changedNodeProblem(name: string, { metadata, spec }: Node, old: Node): string | undefined {
  const quoted = JSON.stringify(name);
  // An old kubelet may drop the field.
  if (spec.configSource !== undefined && !isSame(spec.configSource, old.spec.configSource)) {
    return `node ${quoted} is not allowed to update configSource to a new non-nil configSource`;
  }
  if (!isSame(spec.taints ?? [], old.spec.taints ?? [])) return `node ${quoted} is not allowed to modify taints`;
  if (!isSame(metadata.ownerReferences ?? [], old.metadata.ownerReferences ?? [])) {
    return `node ${quoted} is not allowed to modify ownerReferences`;
  }
  const labels = forbiddenLabels(metadata.labels, old.metadata.labels);
  return labels.length > 0 ? `is not allowed to modify labels: ${labels.join(', ')}` : undefined;
}
