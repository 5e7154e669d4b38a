import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';

/** The defaults that depend on other fields (Kubernetes' `SetDefaults_CustomResourceDefinition`). */
export function setDefaults({ spec, status }: CustomResourceDefinition): void {
  const { names } = spec;
  if ((names.singular ?? '') === '') names.singular = names.kind.toLowerCase();
  if ((names.listKind ?? '') === '' && names.kind !== '') names.listKind = `${names.kind}List`;
  spec.conversion ??= { strategy: 'None' };
  if (status.storedVersions.length === 0) status.storedVersions = storageVersions({ spec }).slice(0, 1);
}

/** Adds the storage version to `status.storedVersions`. */
export function addStorageVersion({ spec, status }: CustomResourceDefinition): void {
  const [version] = storageVersions({ spec });
  if (version !== undefined && !status.storedVersions.includes(version)) status.storedVersions.push(version);
}

/** The versions marked as storage version. A valid definition has one. */
function storageVersions({ spec }: Pick<CustomResourceDefinition, 'spec'>): string[] {
  return spec.versions.filter(({ storage }) => storage).map(({ name }) => name);
}
