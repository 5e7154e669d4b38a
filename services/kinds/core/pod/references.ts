import type { Pod, PodSpec, Volume } from '@pilothouse/apimachinery/generated/core/v1.js';
import { containersOf } from './containers.js';
import { secretReferences } from './secret-references.js';

/** The names of the secrets in a pod's spec. */
export function* secretNames(spec: PodSpec): Generator<string> {
  for (const { secret } of secretReferences(spec)) if (secret !== '') yield secret;
}

/** The names of the config maps in a pod's spec. */
export function* configMapNames(spec: PodSpec): Generator<string> {
  for (const { container } of containersOf(spec, '')) {
    for (const { configMapRef } of container.envFrom ?? []) yield* nameIn(configMapRef);
    for (const { valueFrom } of container.env ?? []) yield* nameIn(valueFrom?.configMapKeyRef);
  }
  for (const { configMap, projected } of spec.volumes ?? []) {
    yield* nameIn(configMap);
    for (const source of projected?.sources ?? []) yield* nameIn(source.configMap);
  }
}

/** The names of the volume claims of a pod, with those of ephemeral volumes, which carry the name of the pod. */
export function* claimNames({ metadata, spec: { volumes = [] } }: Pod): Generator<string> {
  for (const volume of volumes) {
    const name = claimNameOf(volume, metadata.name ?? '');
    if (name !== undefined && name !== '') yield name;
  }
}

/** The name of the claim of a pod's volume; undefined if the volume has none. */
export function claimNameOf({ persistentVolumeClaim, ephemeral, name }: Volume, pod: string): string | undefined {
  if (persistentVolumeClaim !== undefined) return persistentVolumeClaim.claimName;
  return ephemeral === undefined ? undefined : `${pod}-${name}`;
}

/** The names of the existing resource claims of a pod, with those that its status names. */
export function* resourceClaimNames({
  spec,
  status,
}: Pick<Pod, 'spec'> & Partial<Pick<Pod, 'status'>>): Generator<string> {
  const generated = new Map(
    (status?.resourceClaimStatuses ?? []).map(({ name, resourceClaimName }) => [name, resourceClaimName]),
  );
  for (const { name, resourceClaimName, resourceClaimTemplateName } of spec.resourceClaims ?? []) {
    const claim = resourceClaimName ?? (resourceClaimTemplateName === undefined ? undefined : generated.get(name));
    if (claim !== undefined && claim !== '') yield claim;
  }
  const extended = status?.extendedResourceClaimStatus?.resourceClaimName ?? '';
  if (extended !== '') yield extended;
}

function* nameIn(reference: { readonly name?: string } | undefined): Generator<string> {
  if (reference?.name !== undefined && reference.name !== '') yield reference.name;
}
