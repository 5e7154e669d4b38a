import type { Pod, PodStatus } from '@pilothouse/apimachinery/generated/core/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import { apiReference } from './api-references.js';

/** Why a kubelet may not create the pod, apart from the uid of the owner. `mirror` is the key of the annotation of mirror pods. */
export function newPodProblem(node: string, pod: Pod, mirror: string): string | undefined {
  const quoted = JSON.stringify(node);
  const { metadata, spec } = pod;
  if (metadata.annotations?.[mirror] === undefined) {
    return `pod does not have ${JSON.stringify(mirror)} annotation, node ${quoted} can only create mirror pods`;
  }
  if (spec.nodeName !== node) return `node ${quoted} can only create pods with spec.nodeName set to itself`;
  return ownerProblem(quoted, node, metadata.ownerReferences ?? []);
}

/** Why a kubelet may not create a pod with these references. */
export function referenceProblem(node: string, pod: Pod): string | undefined {
  const reference = apiReference(pod);
  return reference === undefined
    ? undefined
    : `node ${JSON.stringify(node)} can not create pods that reference ${reference}`;
}

function ownerProblem(
  quoted: string,
  node: string,
  owners: NonNullable<Pod['metadata']['ownerReferences']>,
): string | undefined {
  if (owners.length > 1) return `node ${quoted} can only create pods with a single owner reference set to itself`;
  const [owner] = owners;
  if (owner === undefined || owner.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) {
    return `node ${quoted} can only create pods with an owner reference set to itself`;
  }
  if (owner.controller !== true) {
    return `node ${quoted} can only create pods with a controller owner reference set to itself`;
  }
  return owner.blockOwnerDeletion === true
    ? `node ${quoted} must not set blockOwnerDeletion on an owner reference`
    : undefined;
}

/** Why a kubelet may not write the status of the pod. */
export function podStatusProblem(node: string, pod: Pod, old: Pod): string | undefined {
  const quoted = JSON.stringify(node);
  if (old.spec.nodeName !== node) {
    return `node ${quoted} can only update pod status for pods with spec.nodeName set to itself`;
  }
  if (!isSame(pod.metadata.labels ?? {}, old.metadata.labels ?? {})) {
    return `node ${quoted} cannot update labels through pod status`;
  }
  if (!isSame(claimsOf(pod.status), claimsOf(old.status))) {
    return `node ${quoted} cannot update resource claim statues`;
  }
  if (!isSame(pod.status.extendedResourceClaimStatus, old.status.extendedResourceClaimStatus)) {
    return `node ${quoted} cannot update extended resource claim status`;
  }
  return undefined;
}

function claimsOf({ resourceClaimStatuses = [] }: PodStatus) {
  return resourceClaimStatuses.map(({ name, resourceClaimName = null }) => ({ name, resourceClaimName }));
}
