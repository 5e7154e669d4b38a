import { keyed, memoised } from '@pilothouse/apimachinery/changing/changing.js';
import { servedGroups, type ServedGroup } from '../endpoints/discovery/groups.js';
import { discoveryRoutes, type DiscoveryOptions } from '../endpoints/discovery/routes.js';
import { openApiRoutes, type OpenApiOptions } from '../endpoints/openapi/routes.js';
import type { Catalog } from '../registry/catalog.js';
import type { ResourceDefinition, VirtualResource } from '@pilothouse/kinds/definition/definition.js';
import { onlyServed, type IsServed } from '../registry/served.js';
import type { Handler } from '../request/context.js';
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
  const others = memoised(catalog, () => {
    const { stored, virtual } = served();
    groups = servedGroups([...stored, ...virtual], groups);
    return new Map([...discovery(groups), ...openApi(groups), ...fixed]);
  });
  return { ...targets, others };
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
