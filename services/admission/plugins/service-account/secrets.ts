import type { PodSpec, ServiceAccount, Volume } from '@pilothouse/apimachinery/generated/core/v1.js';
import { allContainers } from '../pods.js';

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

/** Whether a pod names a secret. Token projections do not count. */
export function mentionsSecrets(spec: PodSpec): boolean {
  for (const { secret } of secretReferences(spec)) if (secret !== '') return true;
  return false;
}

/** Whether a volume of the pod projects a token of its account. */
export function projectsToken({ volumes = [] }: PodSpec): boolean {
  return volumes.some(({ projected }) =>
    projected?.sources.some(({ serviceAccountToken }) => serviceAccountToken !== undefined),
  );
}

/** The error of the first reference that the account does not list, with Kubernetes' text. */
export function unlistedSecret(references: Iterable<SecretReference>, account: ServiceAccount): string | undefined {
  const listed = { secrets: namesIn(account.secrets), imagePullSecrets: namesIn(account.imagePullSecrets) };
  const owner = `is not allowed because service account ${account.metadata.name} does not reference that`;
  for (const { secret, list, text } of references) {
    if (!listed[list].has(secret))
      return `${text}"${secret}" ${owner} ${list === 'secrets' ? 'secret' : 'imagePullSecret'}`;
  }
  return undefined;
}

function namesIn(references: readonly { readonly name?: string }[] = []): ReadonlySet<string> {
  return new Set(references.map(({ name = '' }) => name));
}
