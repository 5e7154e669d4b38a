import type { Container, EphemeralContainer, PodSpec, Volume } from '@pilothouse/apimachinery/generated/core/v1.js';

/** A field of a pod that names a secret. */
export interface SecretReference {
  readonly secret: string;
  /** The list of the service account that must contain the secret. */
  readonly list: 'secrets' | 'imagePullSecrets';
  /** The field as in Kubernetes' messages: `volume with secret.secretName=`. */
  readonly text: string;
  /** Whether an ephemeral container contains the field. */
  readonly isEphemeral: boolean;
}

/** All fields of a pod that name secrets. Every rule about secrets of pods uses this list. */
export function* secretReferences(spec: PodSpec): Generator<SecretReference> {
  for (const volume of spec.volumes ?? []) {
    for (const [path, secret] of secretsOfVolume(volume)) {
      yield { secret, list: 'secrets', text: `volume with ${path}=`, isEphemeral: false };
    }
  }
  for (const { what, container } of allContainers(spec)) {
    const isEphemeral = what === 'ephemeral container';
    const by = (how: string): string => `${what} ${container.name} with ${how} referencing secret.secretName=`;
    for (const { name, valueFrom } of container.env ?? []) {
      const { secretKeyRef } = valueFrom ?? {};
      if (secretKeyRef === undefined) continue;
      yield { secret: secretKeyRef.name ?? '', list: 'secrets', text: by(`envVar ${name}`), isEphemeral };
    }
    for (const { secretRef } of container.envFrom ?? []) {
      if (secretRef === undefined) continue;
      yield { secret: secretRef.name ?? '', list: 'secrets', text: by('envFrom'), isEphemeral };
    }
  }
  for (const [index, { name = '' }] of (spec.imagePullSecrets ?? []).entries()) {
    yield { secret: name, list: 'imagePullSecrets', text: `imagePullSecrets[${index}].name=`, isEphemeral: false };
  }
}

/** The secrets of a volume, with the paths of the fields. */
function* secretsOfVolume(volume: Volume): Generator<readonly [path: string, secret: string]> {
  const { secret, azureFile, csi, projected } = volume;
  if (secret !== undefined) yield ['secret.secretName', secret.secretName ?? ''];
  if (azureFile !== undefined) yield ['azureFile.secretName', azureFile.secretName];
  const { nodePublishSecretRef } = csi ?? {};
  if (nodePublishSecretRef !== undefined) yield ['csi.nodePublishSecretRef.name', nodePublishSecretRef.name ?? ''];
  const { cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos } = volume;
  for (const [name, source] of Object.entries({ cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos })) {
    const { secretRef } = source ?? {};
    if (secretRef !== undefined) yield [`${name}.secretRef.name`, secretRef.name ?? ''];
  }
  for (const [index, source] of (projected?.sources ?? []).entries()) {
    if (source.secret !== undefined) yield [`projected.sources[${index}].secret.name`, source.secret.name ?? ''];
  }
}

/** Init, regular and ephemeral containers, with their type as in Kubernetes' messages. */
function allContainers({
  initContainers = [],
  containers,
  ephemeralContainers = [],
}: PodSpec): readonly NamedContainer[] {
  const named =
    (what: string) =>
    (container: Container | EphemeralContainer): NamedContainer => ({ what, container });
  return [
    ...initContainers.map(named('init container')),
    ...containers.map(named('container')),
    ...ephemeralContainers.map(named('ephemeral container')),
  ];
}

interface NamedContainer {
  /** Such as `init container`. */
  readonly what: string;
  readonly container: Container | EphemeralContainer;
}
