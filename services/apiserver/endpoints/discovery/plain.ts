import { createHash } from 'node:crypto';
import type {
  APIGroup,
  APIGroupList,
  APIResource,
  APIResourceList,
  APIVersions,
} from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { StoredAs } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { storageVersionOf } from '@pilothouse/kinds/definition/versions.js';
import { isVirtual } from '@pilothouse/kinds/definition/virtual.js';
import {
  sortedSubresources,
  subresourceKind,
  subresourceVerbs,
  type ServedGroup,
  type ServedResource,
  type ServedVersion,
} from './groups.js';

/** `/api`. As in Kubernetes it has no apiVersion, for very old clients. */
export function apiVersions(core: ServedGroup): APIVersions {
  return {
    kind: 'APIVersions',
    versions: core.versions.map(({ version }) => version),
    serverAddressByClientCIDRs: [],
  };
}

/** `/apis`: every group except the core group. */
export function apiGroupList(groups: readonly ServedGroup[]): APIGroupList {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupOf) };
}

/** `/apis/<group>`. */
export function apiGroup(group: ServedGroup): APIGroup {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(group) };
}

function groupOf({ name, versions }: ServedGroup): APIGroup {
  const all = versions.map(({ version }) => ({ groupVersion: groupVersion(name, version), version }));
  return { name, versions: all, preferredVersion: all[0] ?? { groupVersion: '', version: '' } };
}

export interface ResourceListOptions {
  /** Whether to include storage version hashes. */
  readonly hashes: boolean;
}

/** `/api/v1` and `/apis/<group>/<version>`. */
export function apiResourceList(
  { group, version, resources }: ServedVersion,
  options: ResourceListOptions,
): APIResourceList {
  return {
    kind: 'APIResourceList',
    ...(group !== '' && { apiVersion: 'v1' }),
    groupVersion: groupVersion(group, version),
    resources: resources.flatMap((served) => apiResources(served, options)),
  };
}

/** The resource, followed by its subresources. */
function apiResources(served: ServedResource, { hashes }: ResourceListOptions): APIResource[] {
  const { definition } = served;
  const { group, resource, singular, kind, shortNames, categories } = definition;
  const namespaced = definition.scope === 'Namespaced';
  return [
    {
      name: resource,
      singularName: singular,
      namespaced,
      kind,
      verbs: [...definition.verbs],
      ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
      ...(categories.length > 0 && { categories: [...categories] }),
      ...(hashes &&
        !isVirtual(definition) && {
          storageVersionHash: storageVersionHash(
            definition.storedAs ?? { group, version: storageVersionOf(definition), kind },
          ),
        }),
    },
    ...sortedSubresources(served).map(([name, subresource]) => {
      const { kind, ...groupVersion } = subresourceKind(served, subresource);
      const isOther = groupVersion.group !== group || groupVersion.version !== served.version.name;
      return {
        name: `${resource}/${name}`,
        singularName: '',
        namespaced,
        // Set if it differs from the resource's, as in Kubernetes.
        ...(isOther && groupVersion),
        kind,
        verbs: subresourceVerbs(subresource),
      };
    }),
  ];
}

/** The storage version hash: the first 8 bytes of a digest, in base64, as in Kubernetes. */
function storageVersionHash({ group, version, kind }: Pick<StoredAs, 'group' | 'version' | 'kind'>): string {
  return createHash('sha256').update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString('base64');
}
