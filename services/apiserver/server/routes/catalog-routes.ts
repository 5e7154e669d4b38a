import { keyed, memoised } from '@pilothouse/apimachinery/changing/changing.js';
import { servedGroups, type ServedGroup } from '../../endpoints/discovery/groups.js';
import { discoveryRoutes, type DiscoveryOptions } from '../../endpoints/discovery/routes.js';
import { openApiRoutes, type OpenApiOptions } from '../../endpoints/openapi/routes.js';
import type { Catalog, RemoteVersion } from '../../registry/catalog.js';
import type { ResourceDefinition, VirtualResource } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { onlyServed, type IsServed } from '../../registry/served.js';
import type { Handler } from '../../request/context.js';
import { catalogTargets, type CatalogTargetsOptions } from './catalog-targets.js';
import type { Routes } from './router.js';

export interface CatalogRoutesOptions
  extends DiscoveryOptions, OpenApiOptions, Pick<CatalogTargetsOptions, 'isServed' | 'scopesOf' | 'virtualScopeOf'> {
  readonly catalog: Catalog;
  /** Routes that do not depend on kinds, by exact path. */
  readonly fixed: ReadonlyMap<string, Handler>;
}

/** Routes of the current snapshot of the catalog. Parts of a kind are created once and kept across snapshots. */
export function catalogRoutes({ catalog, isServed, fixed, ...options }: CatalogRoutesOptions): Routes {
  const served = servedKinds(catalog, isServed);
  const targets = catalogTargets({ ...options, catalog, isServed, virtualOf: () => served().virtual });
  const discovery = discoveryRoutes(options);
  const openApi = openApiRoutes(options);
  let groups: readonly ServedGroup[] = [];
  const remote = remoteVersions(catalog, served);
  const others = memoised(catalog, () => {
    const { stored, virtual } = served();
    const elsewhere = [...remote().values()];
    groups = servedGroups([...stored, ...virtual], groups, elsewhere);
    const documents = {
      v3: new Map(elsewhere.flatMap((each) => (each.openApi === undefined ? [] : [[pathOf(each), each.openApi]]))),
      v2: byPriority(elsewhere).flatMap(({ openApiV2 }) => openApiV2 ?? []),
    };
    return new Map([
      ...discovery(groups),
      ...openApi(groups.flatMap(localPart), documents),
      ...elsewhere.flatMap((each) =>
        [`/${pathOf(each)}`, `/openapi/v3/${pathOf(each)}`].map((path) => [path, each.answer] as const),
      ),
      ...fixed,
    ]);
  });
  return { ...targets, remote, others };
}

/** Group versions that are forwarded, by apiVersion. Those that this server serves cannot be. */
function remoteVersions(
  catalog: Pick<Catalog, 'current'>,
  served: () => ServedKinds,
): () => ReadonlyMap<string, RemoteVersion> {
  return memoised(catalog, ({ remote }) => {
    if (remote.length === 0) return new Map<string, RemoteVersion>();
    const { stored, virtual } = served();
    const own = new Set(
      [...stored, ...virtual].flatMap(({ group, versions }) => versions.map(({ name }) => groupVersion(group, name))),
    );
    const named = remote.map((each) => [groupVersion(each.group, each.version), each] as const);
    return new Map(named.filter(([name]) => !own.has(name)));
  });
}

/** The order in which documents are merged: groups by their highest priority, then by name of the APIService. */
function byPriority(versions: readonly RemoteVersion[]): readonly RemoteVersion[] {
  const priorities = new Map<string, number>();
  for (const { group, priority } of versions) {
    priorities.set(group, Math.max(priority, priorities.get(group) ?? priority));
  }
  const nameOf = ({ group, version }: RemoteVersion): string => `${version}.${group}`;
  return [...versions].sort((a, b) => {
    const difference = (priorities.get(b.group) ?? 0) - (priorities.get(a.group) ?? 0);
    return difference === 0 ? (nameOf(a) < nameOf(b) ? -1 : 1) : difference;
  });
}

function pathOf({ group, version }: RemoteVersion): string {
  return `apis/${group}/${version}`;
}

/** The group with the versions that this server serves. The same object if it serves all. */
function localPart(group: ServedGroup): ServedGroup[] {
  const versions = group.versions.filter(({ remote }) => remote === undefined);
  if (versions.length === group.versions.length) return [group];
  return versions.length === 0 ? [] : [{ ...group, versions }];
}

export interface ServedKinds {
  readonly stored: readonly ResourceDefinition[];
  readonly virtual: readonly VirtualResource[];
}

/** Kinds with their served versions. The objects of a kind stay the same across snapshots. */
export function servedKinds(catalog: Pick<Catalog, 'current'>, isServed: IsServed): () => ServedKinds {
  const storedOf = keyed((definition: ResourceDefinition) => onlyServed([definition], isServed));
  const customOf = keyed((definition: ResourceDefinition) => onlyServed([definition], () => true));
  const virtualOf = keyed((definition: VirtualResource) => onlyServed([definition], isServed));
  return memoised(catalog, ({ builtIn, custom, virtual }) => ({
    stored: [...builtIn.flatMap(storedOf), ...custom.flatMap(customOf)],
    virtual: virtual.flatMap(virtualOf),
  }));
}
