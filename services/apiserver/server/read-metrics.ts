import { X509Certificate } from 'node:crypto';
import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { reading, type Metric, type Sample } from '@pilothouse/runtime/metrics/series.js';
import type { StoreSpace } from '@pilothouse/storage/embedded/store.js';
import type { Store } from '@pilothouse/storage/store.js';
import type { Audit } from '../audit/audit.js';
import type { DeprecatedRequests } from '../endpoints/deprecated-requests.js';
import type { RequestKind } from '../flowcontrol/config.js';
import type { FlowControl } from '../flowcontrol/flow-control.js';
import { versionInfo, type VersionInfo } from '../features/version-info.js';
import { METRICS } from '../metrics/table.js';
import { storedKinds, type Catalog } from '../registry/catalog.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { collectionPrefix } from '../registry/keys.js';
import type { Stores } from './stores/stores.js';

export interface ReadMetricsOptions {
  readonly catalog: Pick<Catalog, 'current'>;
  readonly stores: {
    readonly of: (definition: ResourceDefinition) => Pick<Store, 'list'>;
    readonly space: Stores['space'];
  };
  readonly deprecations: Pick<DeprecatedRequests, 'all' | 'uses'>;
  readonly flowControl: FlowControl;
  readonly audit?: Pick<Audit, 'backends'>;
  /** Version of this program, such as `0.1.0`. */
  readonly version: string;
}

/** Metrics whose values are read at each scrape. */
export function readMetrics(options: ReadMetricsOptions): Metric[] {
  const { catalog, stores, deprecations, flowControl, audit, version } = options;
  return [
    reading(METRICS.buildInfo, () => [{ labels: buildLabels(versionInfo(version)), value: 1 }]),
    reading(METRICS.storageObjects, () =>
      Promise.all(
        storedKinds(catalog)
          .filter(({ storedAs }) => storedAs === undefined)
          .map((definition) => objectsOf(definition, stores.of(definition))),
      ),
    ),
    reading(METRICS.deprecatedApis, () =>
      deprecations.all().map(({ group, version, resource, subresource, removedRelease }) => ({
        labels: [group, version, resource, subresource, removedRelease],
        value: 1,
      })),
    ),
    reading(METRICS.deprecatedRequests, () =>
      deprecations.uses().map(({ request: { group, version, resource, subresource }, client, count }) => ({
        labels: [group, version, resource, subresource, client],
        value: count,
      })),
    ),
    ...spaceMetrics(stores.space),
    ...flowMetrics(flowControl),
    ...auditMetrics(audit?.backends ?? []),
  ];
}

function buildLabels(info: VersionInfo): readonly string[] {
  const { major, minor, gitVersion, gitCommit, gitTreeState, buildDate, goVersion, compiler, platform } = info;
  return [major, minor, gitVersion, gitCommit, gitTreeState, buildDate, goVersion, compiler, platform];
}

/** Space of the embedded store, if there is one. */
function spaceMetrics(space: Stores['space']): Metric[] {
  const of = (definition: MetricDefinition, labels: readonly string[], value: (space: StoreSpace) => number): Metric =>
    reading(definition, async () => (await space()).map((each) => ({ labels, value: value(each) })));
  return [
    of(METRICS.storageSize, ['embedded'], ({ bytes }) => bytes),
    of(METRICS.storageQuota, [], ({ quotaBytes }) => quotaBytes),
    of(METRICS.storageShortage, [], ({ shortage }) => (shortage === undefined ? 0 : 1)),
    of(METRICS.storageDamage, [], ({ damaged }) => damaged),
  ];
}

/** Expiry of the current serving certificate. */
export function certificateMetric(serving: () => { readonly certPem: string }): Metric {
  return reading(METRICS.servingCertificateEnd, () => [
    { labels: [], value: Date.parse(new X509Certificate(serving().certPem).validTo) / 1000 },
  ]);
}

/** The part of this process in the number of ready workers. */
export function readinessMetric(isReady: () => boolean): Metric {
  return reading(METRICS.workers, () => [{ labels: [], value: isReady() ? 1 : 0 }]);
}

const KINDS: readonly RequestKind[] = ['readOnly', 'mutating'];

/** Priority levels and queues. */
function flowMetrics({ metrics, mostWaiting, mostExecuting }: FlowControl): readonly Metric[] {
  return [
    ...metrics,
    reading(METRICS.inFlight, () => KINDS.map((kind) => ({ labels: [kind], value: mostExecuting(kind) }))),
    reading(METRICS.inQueue, () => KINDS.map((kind) => ({ labels: [kind], value: mostWaiting(kind) }))),
  ];
}

/** Timeout of a count in milliseconds. */
const TIMEOUT = 1000;

/** The watch cache counts objects without reading them. */
async function objectsOf(definition: ResourceDefinition, store: Pick<Store, 'list'>): Promise<Sample> {
  const labels = [qualifiedResource(definition)];
  try {
    const { entries, remaining } = await store.list(collectionPrefix(definition), {
      atLeast: 0,
      limit: 1,
      signal: AbortSignal.timeout(TIMEOUT),
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
