import { differences } from '@pilothouse/apimachinery/changing/changing.js';
import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { DeprecatedRequests } from '../endpoints/deprecated-requests.js';
import type { CountedResource } from '../metrics/requests.js';
import type { ServerMetrics } from '../metrics/server-metrics.js';
import { storedKinds, type Catalog } from '../registry/catalog.js';
import type { ServedDefinition, Subresource } from '@pilothouse/kinds/definition/definition.js';
import type { IsServed } from '../registry/served.js';
import { subresourcesIn } from '@pilothouse/kinds/definition/versions.js';
import { servedKinds } from './routes/catalog-routes.js';

export interface CountedKindsOptions {
  readonly catalog: Catalog;
  readonly isServed: IsServed;
  readonly metrics: Pick<ServerMetrics, 'requests' | 'watchEvents' | 'keepEtcdTypes'>;
  readonly deprecations: Pick<DeprecatedRequests, 'keep'>;
  readonly signal: AbortSignal;
}

/** Keeps the metric labels in step with the catalog. The cost of a change depends only on the kinds that change. */
export function countKinds({ catalog, isServed, metrics, deprecations, signal }: CountedKindsOptions): void {
  const served = servedKinds(catalog, isServed);
  const compare = differences<ServedDefinition>();
  const follow = (): void => {
    const { stored, virtual } = served();
    const { came, left } = compare([...stored, ...virtual]);
    metrics.requests.change({ came: came.flatMap(countedResources), left: left.flatMap(countedResources) });
    if (left.length === 0) return;
    const kinds = storedKinds(catalog);
    metrics.watchEvents.keep(kinds);
    metrics.keepEtcdTypes(new Set(kinds.map(qualifiedResource)));
    deprecations.keep([...kinds, ...virtual]);
  };
  follow();
  catalog.onChange(follow, signal);
}

/** Resources and subresources in metric labels. */
function countedResources(definition: ServedDefinition): CountedResource[] {
  const { group, resource, versions, verbs } = definition;
  return versions.flatMap((version) => {
    const subresources = Object.entries<Pick<Subresource, 'verbs'>>(subresourcesIn(definition, version));
    const parts = [['', { verbs }] as const, ...subresources];
    return parts.map(([subresource, part]) => ({
      group,
      version: version.name,
      resource,
      subresource,
      verbs: part.verbs,
    }));
  });
}
