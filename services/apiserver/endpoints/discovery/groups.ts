import type { APIVersionDiscovery } from '@pilothouse/apimachinery/generated/apidiscovery/v2.js';
import type { GroupVersionKind } from '@pilothouse/apimachinery/openapi/definitions.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { compareVersions, subresourcesIn } from '@pilothouse/kinds/definition/versions.js';
import type {
  ConnectSubresource,
  OwnKind,
  ServedDefinition,
  Subresource,
  VersionDefinition,
} from '@pilothouse/kinds/definition/definition.js';

export interface ServedGroup {
  /** Empty for the core group. */
  readonly name: string;
  /** The preferred version first. */
  readonly versions: readonly ServedVersion[];
}

export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  /** Empty for a version of an extension API server. */
  readonly resources: readonly ServedResource[];
  /** Set for a version of an extension API server. */
  readonly remote?: APIVersionDiscovery;
}

/** A version of an extension API server. */
export interface RemoteDiscovery {
  readonly group: string;
  readonly version: string;
  readonly discovery: APIVersionDiscovery;
}

/** A resource in one version. */
export interface ServedResource {
  readonly definition: ServedDefinition;
  readonly version: VersionDefinition;
}

/**
 * Groups and resources in the order of the definitions, followed by those of extension API servers; versions in order of
 * preference. Groups and versions that are
 * unchanged from `previous` are the same objects, so documents derived from them can be cached.
 */
export function servedGroups(
  definitions: readonly ServedDefinition[],
  previous: readonly ServedGroup[] = [],
  remote: readonly RemoteDiscovery[] = [],
): ServedGroup[] {
  const groups = new Map<string, Map<string, ServedResource[]>>();
  const remoteOf = new Map(remote.map((each) => [groupVersion(each.group, each.version), each.discovery]));
  for (const definition of definitions) {
    const versions = entryOf(groups, definition.group, () => new Map<string, ServedResource[]>());
    for (const version of definition.versions) {
      entryOf(versions, version.name, (): ServedResource[] => []).push({ definition, version });
    }
  }
  for (const { group, version } of remote) {
    const versions = entryOf(groups, group, () => new Map<string, ServedResource[]>());
    if (!versions.has(version)) versions.set(version, []);
  }
  const formerGroups = new Map(previous.map((group) => [group.name, group]));
  return [...groups].map(([name, byVersion]) => {
    const former = formerGroups.get(name);
    const versions = [...byVersion]
      .sort(([a], [b]) => compareVersions(a, b))
      .map(([version, resources]) => {
        const found = resources.length === 0 ? remoteOf.get(groupVersion(name, version)) : undefined;
        return sameVersion(former, { group: name, version, resources, ...(found && { remote: found }) });
      });
    return former !== undefined && areSame(former.versions, versions) ? former : { name, versions };
  });
}

/** The version in the former group if its resources are unchanged. */
function sameVersion(former: ServedGroup | undefined, now: ServedVersion): ServedVersion {
  const found = former?.versions.find(({ version }) => version === now.version);
  const definitionsOf = ({ resources }: ServedVersion) => resources.map(({ definition }) => definition);
  const isSame = found?.remote === now.remote && areSame(definitionsOf(found ?? now), definitionsOf(now));
  return found !== undefined && isSame ? found : now;
}

function areSame(former: readonly unknown[], now: readonly unknown[]): boolean {
  return former.length === now.length && former.every((each, index) => each === now[index]);
}

function entryOf<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const found = map.get(key) ?? create();
  map.set(key, found);
  return found;
}

/** Without a leading slash: `api/v1` or `apis/<group>/<version>`. */
export function versionPath({ group, version }: ServedVersion): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

export function kindOf({ definition, version }: ServedResource): GroupVersionKind {
  return { group: definition.group, version: version.name, kind: definition.kind };
}

/** Sorted by name; for custom kinds in Kubernetes' order. */
export function sortedSubresources({
  definition,
  version,
}: ServedResource): [name: string, subresource: Subresource][] {
  const entries = Object.entries<Subresource>(subresourcesIn(definition, version));
  const isCustom = 'origin' in definition && definition.origin !== undefined;
  return isCustom ? entries : entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The kind of a subresource's requests and responses. */
export function subresourceKind(served: ServedResource, subresource: Subresource): GroupVersionKind {
  switch (subresource.type) {
    case 'part':
      return kindOf(served);
    case 'connect':
      // In Kubernetes the kind of a log is that of its pod.
      return subresource.mode === 'log' ? kindOf(served) : ownKind(subresource);
    case 'view':
    case 'action':
      return ownKind(subresource);
  }
}

function ownKind({ group, version, kind }: OwnKind): GroupVersionKind {
  return { group, version, kind };
}

/** In discovery's order. */
export function subresourceVerbs({ verbs }: Subresource): ConnectSubresource['verbs'][number][] {
  return [...verbs].sort();
}
