import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import { reading, type Metric, type Sample } from '@pilothouse/runtime/metrics/series.js';
import type { Audit } from '../audit/audit.js';
import type { DeprecatedRequests } from '../endpoints/deprecated-requests.js';
import { METRICS } from '../metrics/table.js';
import type { ResourceDefinition } from '../registry/definition.js';
import { collectionPrefix } from '../registry/keys.js';
import type { Store } from '../storage/store.js';

export interface ReadMetricsOptions {
  readonly definitions: readonly ResourceDefinition[];
  readonly store: Pick<Store, 'list'>;
  readonly deprecations: Pick<DeprecatedRequests, 'all'>;
  readonly audit?: Pick<Audit, 'backends'>;
}

/** What the server knows anyway, and is asked for only when somebody wants to see metrics. */
export function readMetrics({ definitions, store, deprecations, audit }: ReadMetricsOptions): Metric[] {
  const own = definitions.filter(({ storedAs }) => storedAs === undefined);
  return [
    reading(METRICS.storageObjects, () => Promise.all(own.map((definition) => objectsOf(definition, store)))),
    reading(METRICS.deprecatedApis, () =>
      [...deprecations.all()].map(({ group, version, resource, subresource, removedRelease }) => ({
        labels: [group, version, resource, subresource, removedRelease],
        value: 1,
      })),
    ),
    ...auditMetrics(audit?.backends ?? []),
  ];
}

/** Milliseconds that counting may take. */
const PATIENCE = 1000;

/** The watch cache knows how many there are without looking at them. */
async function objectsOf(definition: ResourceDefinition, store: Pick<Store, 'list'>): Promise<Sample> {
  const labels = [qualifiedResource(definition)];
  try {
    const { entries, remaining } = await store.list(collectionPrefix(definition), {
      atLeast: 0,
      limit: 1,
      signal: AbortSignal.timeout(PATIENCE),
    });
    return { labels, value: entries.length + remaining };
  } catch {
    return { labels, value: -1 };
  }
}

function auditMetrics(backends: Audit['backends']): Metric[] {
  return [
    reading(METRICS.auditEvents, () => {
      const made = backends.map(({ counts }) => {
        const { written, failed, dropped } = counts();
        return written + failed + dropped;
      });
      return [{ labels: [], value: Math.max(0, ...made) }];
    }),
    reading(METRICS.auditErrors, () =>
      backends.map(({ name, counts }) => {
        const { failed, dropped } = counts();
        return { labels: [name], value: failed + dropped };
      }),
    ),
  ];
}
