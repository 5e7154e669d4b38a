import type { PodSpec, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import { secretNames } from '@pilothouse/kinds/core/pod/references.js';
import type { SecretReference } from '@pilothouse/kinds/core/pod/secret-references.js';

/** Whether a pod names a secret. Token projections do not count. */
export function mentionsSecrets(spec: PodSpec): boolean {
  return secretNames(spec).next().done !== true;
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
