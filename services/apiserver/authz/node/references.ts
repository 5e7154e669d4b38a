import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PersistentVolume, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { claimNames, configMapNames, resourceClaimNames, secretNames } from '@pilothouse/kinds/core/pod/references.js';
import { kubeletSecrets } from '@pilothouse/kinds/core/volume/secret-references.js';
import type { ClaimedVolume, PodReferences } from './relations.js';

/** Those of a pod that cannot be read, and of mirror pods. */
export const NO_REFERENCES: PodReferences = { has: () => false };

/**
 * The objects that a pod names. A mirror pod names none: a kubelet creates it, and must not get access by it. The service
 * account counts even if the pod mounts no token.
 */
export function podReferences(pod: Pod, domain: Domain): PodReferences {
  if (pod.metadata.annotations?.[domain.key('config.mirror')] !== undefined) return NO_REFERENCES;
  const { spec } = pod;
  const names = new Map<string, ReadonlySet<string>>([
    ['serviceaccounts', new Set(spec.serviceAccountName === undefined ? [] : [spec.serviceAccountName])],
    ['secrets', new Set(secretNames(spec))],
    ['configmaps', new Set(configMapNames(spec))],
    ['persistentvolumeclaims', new Set(claimNames(pod))],
    ['resourceclaims', new Set(resourceClaimNames(pod))],
  ]);
  return { has: (resource, name) => names.get(resource)?.has(name) === true };
}

/** The claim and the secrets of a volume; undefined if it is not claimed. */
export function claimedVolume({ spec }: PersistentVolume): ClaimedVolume | undefined {
  const { claimRef } = spec;
  if (claimRef === undefined) return undefined;
  const { namespace = '', name = '' } = claimRef;
  return { claim: { namespace, name }, secrets: [...kubeletSecrets(spec)] };
}
