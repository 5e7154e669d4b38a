import type { PersistentVolumeSpec, Pod, Volume } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { CSIDriver } from '@pilothouse/apimachinery/generated/storage/v1.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { notFound } from '@pilothouse/apimachinery/status/status-error.js';
import { persistentVolumeClaims, persistentVolumes } from '@pilothouse/client/core.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { csiDrivers } from '@pilothouse/client/storage.js';
import { claimNameOf } from '@pilothouse/kinds/core/pod/references.js';
import type { ObjectReader } from '../../objects.js';

/** CSI drivers that have replaced the kinds of volumes that were part of Kubernetes. */
const SUCCESSORS = {
  awsElasticBlockStore: 'ebs.csi.aws.com',
  azureDisk: 'disk.csi.azure.com',
  azureFile: 'file.csi.azure.com',
  cinder: 'cinder.csi.openstack.org',
  gcePersistentDisk: 'pd.csi.storage.gke.io',
  portworxVolume: 'pxd.portworx.com',
  vsphereVolume: 'csi.vsphere.vmware.com',
} as const;

export interface AudienceReads {
  readonly objects: ObjectReader;
  readonly domain: Domain;
  readonly signal: AbortSignal;
}

/** Whether a pod uses tokens for the audience; otherwise the volumes that could not be examined. */
export interface AudienceUse {
  readonly isUsed: boolean;
  readonly problems: readonly string[];
}

/** Whether a projected token of the pod, or the CSI driver of one of its volumes, has the audience. */
export async function usesAudience(pod: Pod, audience: string, reads: AudienceReads): Promise<AudienceUse> {
  const problems: string[] = [];
  for (const volume of pod.spec.volumes ?? []) {
    const isProjected = volume.projected?.sources.some(
      ({ serviceAccountToken: token }) => token !== undefined && (token.audience ?? '') === audience,
    );
    if (isProjected === true) return { isUsed: true, problems: [] };
    const driver = await driverOf(volume, pod, reads);
    if (driver === undefined) continue;
    if ('problem' in driver) problems.push(driver.problem);
    else if (tokenAudiences(driver).includes(audience)) return { isUsed: true, problems: [] };
  }
  return { isUsed: false, problems };
}

function tokenAudiences({ spec: { tokenRequests = [] } }: CSIDriver): string[] {
  return tokenRequests.map(({ audience }) => audience);
}

interface Problem {
  readonly problem: string;
}

/** The CSI driver of a volume; undefined if the volume has none. */
async function driverOf(volume: Volume, pod: Pod, reads: AudienceReads): Promise<CSIDriver | Problem | undefined> {
  const { metadata } = pod;
  const claim = claimNameOf(volume, metadata.name ?? '');
  const name =
    claim === undefined ? (volume.csi?.driver ?? successorOf(volume)) : await driverOfClaim(claim, pod, reads);
  if (name === undefined || typeof name === 'object') return name;
  const { objects, domain, signal } = reads;
  const type = inDomain(csiDrivers, domain);
  return (await objects.get(type, { name, signal })) ?? missing({ ...type, resource: 'csidriver' }, name);
}

async function driverOfClaim(
  name: string,
  { metadata: { namespace = '' } }: Pod,
  { objects, signal }: AudienceReads,
): Promise<string | Problem | undefined> {
  const claim = await objects.get(persistentVolumeClaims, { namespace, name, signal });
  if (claim === undefined) return missing({ group: '', resource: 'persistentvolumeclaim' }, name);
  const { volumeName = '' } = claim.spec;
  const volume = await objects.get(persistentVolumes, { name: volumeName, signal });
  if (volume === undefined) return missing({ group: '', resource: 'persistentvolume' }, volumeName);
  return volume.spec.csi?.driver ?? successorOf(volume.spec);
}

function successorOf(source: Volume | PersistentVolumeSpec): string | undefined {
  return Object.entries(SUCCESSORS).find(([kind]) => source[kind as keyof typeof SUCCESSORS] !== undefined)?.[1];
}

function missing(resource: { readonly group: string; readonly resource: string }, name: string): Problem {
  return { problem: notFound(resource, name).message };
}
