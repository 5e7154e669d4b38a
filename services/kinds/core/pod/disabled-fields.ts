import type { PodSpec, PodStatus, VolumeProjection } from '@pilothouse/apimachinery/generated/core/v1.js';
import { containersOf } from './containers.js';

/**
 * Drops fields of feature gates that are off by default in Kubernetes 1.36, unless the old object uses them
 * (dropDisabledFields): stop signals, trust bundles, pod certificates and scheduling groups.
 */
export function dropDisabledFields(spec: PodSpec, old?: PodSpec): void {
  if (old?.schedulingGroup === undefined) delete spec.schedulingGroup;
  if (!hasStopSignal(old)) dropStopSignals(spec);
  for (const source of ['clusterTrustBundle', 'podCertificate'] as const) {
    if (!projections(old).some((projection) => projection[source] !== undefined)) {
      for (const projection of projections(spec)) delete projection[source];
    }
  }
}

function projections(spec: PodSpec | undefined): VolumeProjection[] {
  return (spec?.volumes ?? []).flatMap(({ projected }) => projected?.sources ?? []);
}

function hasStopSignal(spec: PodSpec | undefined): boolean {
  if (spec === undefined) return false;
  return [...containersOf(spec, '')].some(({ container }) => container.lifecycle?.stopSignal !== undefined);
}

function dropStopSignals(spec: PodSpec): void {
  for (const { container } of containersOf(spec, '')) {
    if (container.lifecycle?.stopSignal === undefined) continue;
    delete container.lifecycle.stopSignal;
    if (Object.keys(container.lifecycle).length === 0) delete container.lifecycle;
  }
}

const STATUSES = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;

/** The same for a status (dropDisabledPodStatusFields): digests of image volumes, and claims of node resources. */
export function dropDisabledStatus(status: PodStatus, old: PodStatus): void {
  if ((old.nodeAllocatableResourceClaimStatuses ?? []).length === 0) delete status.nodeAllocatableResourceClaimStatuses;
  const mounts = (each: PodStatus) =>
    STATUSES.flatMap((list) => each[list] ?? []).flatMap((one) => one.volumeMounts ?? []);
  if (mounts(old).some(({ volumeStatus }) => volumeStatus !== undefined)) return;
  for (const mount of mounts(status)) delete mount.volumeStatus;
}
