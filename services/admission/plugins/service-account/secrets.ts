import type { PodSpec, ServiceAccount, Volume } from '@pilothouse/apimachinery/generated/core/v1.js';
import { allContainers, type NamedContainer } from '../pods.js';

/** Whether anything in a pod names a secret, other than by the token of its account. */
export function mentionsSecrets(spec: PodSpec): boolean {
  const names = [
    ...namesIn(spec.imagePullSecrets),
    ...(spec.volumes ?? []).flatMap(secretsOfVolume),
    ...allContainers(spec)
      .flatMap(secretsOf)
      .map(({ secret }) => secret),
  ];
  return names.some((name) => name !== undefined && name !== '');
}

function secretsOfVolume(volume: Volume): (string | undefined)[] {
  const { cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos, projected } = volume;
  return [
    volume.secret?.secretName,
    volume.azureFile?.secretName,
    volume.csi?.nodePublishSecretRef?.name,
    ...[cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos].map((source) => source?.secretRef?.name),
    ...(projected?.sources ?? []).map(({ secret }) => secret?.name),
  ];
}

/** Whether a pod asks for a token of its account by a volume of its own. */
export function projectsToken({ volumes = [] }: PodSpec): boolean {
  return volumes.some(({ projected }) =>
    projected?.sources.some(({ serviceAccountToken }) => serviceAccountToken !== undefined),
  );
}

/** What a pod refers to that its account, which limits its pods to its own secrets, does not list; in Kubernetes' words. */
export function unlistedSecret(spec: PodSpec, account: ServiceAccount): string | undefined {
  const listed = namesIn(account.secrets);
  const owner = `is not allowed because service account ${account.metadata.name} does not reference that`;
  for (const { secret } of spec.volumes ?? []) {
    const { secretName = '' } = secret ?? {};
    if (secret !== undefined && !listed.has(secretName))
      return `volume with secret.secretName="${secretName}" ${owner} secret`;
  }
  const { ephemeralContainers: _later, ...first } = spec;
  const mentioned = unlistedInContainers(first, account);
  if (mentioned !== undefined) return mentioned;
  const pulled = namesIn(account.imagePullSecrets);
  const pulls = (spec.imagePullSecrets ?? []).map(({ name = '' }) => name);
  const stray = pulls.findIndex((name) => !pulled.has(name));
  return stray === -1 ? undefined : `imagePullSecrets[${stray}].name="${pulls[stray]}" ${owner} imagePullSecret`;
}

/** The same of environment variables alone. */
export function unlistedInContainers(spec: PodSpec, account: ServiceAccount): string | undefined {
  const listed = namesIn(account.secrets);
  for (const container of allContainers(spec)) {
    const stray = secretsOf(container).find(({ secret }) => !listed.has(secret));
    if (stray === undefined) continue;
    const where = `${container.what} ${container.container.name} with ${stray.by}`;
    const why = `service account ${account.metadata.name} does not reference that secret`;
    return `${where} referencing secret.secretName="${stray.secret}" is not allowed because ${why}`;
  }
  return undefined;
}

/** The secrets that the variables of a container come from. */
function secretsOf({ container }: NamedContainer): { readonly by: string; readonly secret: string }[] {
  return [
    ...(container.env ?? []).flatMap(({ name, valueFrom }) =>
      valueFrom?.secretKeyRef === undefined
        ? []
        : [{ by: `envVar ${name}`, secret: valueFrom.secretKeyRef.name ?? '' }],
    ),
    ...(container.envFrom ?? []).flatMap(({ secretRef }) =>
      secretRef === undefined ? [] : [{ by: 'envFrom', secret: secretRef.name ?? '' }],
    ),
  ];
}

function namesIn(references: readonly { readonly name?: string }[] = []): ReadonlySet<string> {
  return new Set(references.map(({ name = '' }) => name));
}
