import type { PersistentVolumeClaimSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';

/**
 * Normalises the data sources of a claim, which are two fields for one object. `old` is absent on create.
 *
 * A source in another namespace is dropped, because the feature gate CrossNamespaceVolumeDataSource is off. So is a
 * `dataSource` that is neither a claim nor a snapshot (Kubernetes' EnforceDataSourceBackwardsCompatibility), unless the
 * claim had a source before.
 */
export function normaliseSources(spec: PersistentVolumeClaimSpec, old?: PersistentVolumeClaimSpec): void {
  const { namespace = '' } = spec.dataSourceRef ?? {};
  if (namespace !== '' && old?.dataSourceRef === undefined) delete spec.dataSourceRef;
  const hadSource = old?.dataSource !== undefined || old?.dataSourceRef !== undefined;
  if (!hadSource && spec.dataSourceRef === undefined && !isKnownSource(spec)) delete spec.dataSource;
  const { dataSource, dataSourceRef } = spec;
  if (dataSource !== undefined && dataSourceRef === undefined) {
    spec.dataSourceRef = Object.assign(newObject(), dataSource);
  } else if (dataSource === undefined && dataSourceRef !== undefined && (dataSourceRef.namespace ?? '') === '') {
    const { namespace: _, ...local } = dataSourceRef;
    spec.dataSource = Object.assign(newObject(), local);
  }
}

function isKnownSource({ dataSource }: PersistentVolumeClaimSpec): boolean {
  const { apiGroup = '', kind } = dataSource ?? {};
  if (apiGroup === '') return kind === 'PersistentVolumeClaim';
  return apiGroup === 'snapshot.storage.k8s.io' && kind === 'VolumeSnapshot';
}
