import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { DeviceClass, ResourceClaim } from '@pilothouse/apimachinery/generated/resource/v1.js';
import type { ClaimSurroundings } from './device-claims.js';
import { podEvaluator } from './pods.js';
import type { ResourceList } from './resource-list.js';

/** The annotation of claims that the scheduler makes for the extended resources of a Pod. */
const MADE_FOR_POD = 'resource.kubernetes.io/extended-resource-claim';
const NOTHING: ResourceList = new Map();

/** The Pod that owns a claim for its extended resources; undefined for other claims. */
export interface OwningPod {
  readonly name: string;
  readonly uid: string;
}

export function owningPod({ metadata }: Pick<ResourceClaim, 'metadata'>): OwningPod | undefined {
  if (metadata.annotations?.[MADE_FOR_POD] !== 'true') return undefined;
  const owner = (metadata.ownerReferences ?? []).find(({ controller }) => controller === true);
  return owner?.kind === 'Pod' && owner.apiVersion === 'v1' ? owner : undefined;
}

/** The objects around claims: all device classes, and Pods and claims of the namespace. */
export interface ClaimNeighbours {
  readonly classes: Iterable<DeviceClass>;
  readonly pod: (name: string) => Pod | undefined;
  readonly claims: readonly ResourceClaim[];
}

export function surroundingsOf({ classes, pod, claims }: ClaimNeighbours): ClaimSurroundings {
  const names = new Map(
    [...classes].map(({ metadata, spec }) => [metadata.name ?? '', spec.extendedResourceName ?? '']),
  );
  return {
    classes: () => names,
    ofPod(claim, now) {
      const owner = owningPod(claim);
      const found = owner && pod(owner.name);
      if (found === undefined || found.metadata.uid !== owner?.uid) return NOTHING;
      return isFirst(claim, found, claims) ? podEvaluator.usage(found, now) : NOTHING;
    },
  };
}

/** Whether the Pod names the claim, or names none and has no earlier one: the Pod counts only once. */
function isFirst(
  { metadata }: ResourceClaim,
  { metadata: { uid }, status }: Pod,
  claims: readonly ResourceClaim[],
): boolean {
  const named = status.extendedResourceClaimStatus;
  if (named !== undefined) return named.resourceClaimName === metadata.name;
  const placeOf = (each: ResourceClaim['metadata']): string => `${each.creationTimestamp ?? ''} ${each.name ?? ''}`;
  return claims.every(
    (each) =>
      each.metadata.name === metadata.name ||
      owningPod(each)?.uid !== uid ||
      placeOf(each.metadata) > placeOf(metadata),
  );
}
