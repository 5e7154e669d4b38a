import type { Pod, Volume, VolumeProjection } from '@pilothouse/apimachinery/generated/core/v1.js';
import { configMapNames, secretNames } from '@pilothouse/kinds/core/pod/references.js';

/** The kinds of volumes that need no object of the API. */
const LOCAL: readonly (keyof Volume)[] = [
  'awsElasticBlockStore',
  'azureDisk',
  'cephfs',
  'cinder',
  'downwardAPI',
  'emptyDir',
  'fc',
  'flexVolume',
  'flocker',
  'gcePersistentDisk',
  'gitRepo',
  'hostPath',
  'image',
  'iscsi',
  'nfs',
  'photonPersistentDisk',
  'portworxVolume',
  'quobyte',
  'rbd',
  'scaleIO',
  'storageos',
  'vsphereVolume',
];

/** The kinds of volumes that name objects, with Kubernetes' words for these. */
const REMOTE: readonly (readonly [keyof Volume, string])[] = [
  ['configMap', 'configmaps (via configmap volumes)'],
  ['secret', 'secrets (via secret volumes)'],
  ['csi', 'csidrivers (via CSI volumes)'],
  ['glusterfs', 'endpoints (via glusterFS volumes)'],
  ['persistentVolumeClaim', 'persistentvolumeclaims'],
  ['ephemeral', 'persistentvolumeclaims (via ephemeral volumes)'],
  ['azureFile', 'secrets (via azureFile volumes)'],
];

const PROJECTED: readonly (readonly [keyof VolumeProjection, string | undefined])[] = [
  ['configMap', 'configmaps (via projected volumes)'],
  ['secret', 'secrets (via projected volumes)'],
  ['serviceAccountToken', 'serviceaccounts (via projected volumes)'],
  ['clusterTrustBundle', 'clustertrustbundles'],
  ['podCertificate', 'podcertificates'],
  ['downwardAPI', undefined],
];

/** The first kind of objects of the API that a pod names; undefined if there is none (Kubernetes' HasAPIObjectReference). */
export function apiReference({ spec }: Pod): string | undefined {
  if ((spec.serviceAccountName ?? '') !== '') return 'serviceaccounts';
  if (secretNames(spec).next().done !== true) return 'secrets';
  if (configMapNames(spec).next().done !== true) return 'configmaps';
  if ((spec.resourceClaims ?? []).length > 0) return 'resourceclaims';
  for (const volume of spec.volumes ?? []) {
    const found = volumeReference(volume);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An unknown kind of volume counts as a reference, since a later release may add one. */
function volumeReference(volume: Volume): string | undefined {
  if (LOCAL.some((kind) => volume[kind] !== undefined)) return undefined;
  const remote = REMOTE.find(([kind]) => volume[kind] !== undefined);
  if (remote !== undefined) return remote[1];
  if (volume.projected === undefined) return `unknown objects (via volume ${JSON.stringify(volume.name)})`;
  for (const source of volume.projected.sources) {
    const known = PROJECTED.find(([kind]) => source[kind] !== undefined);
    if (known === undefined) return `unknown objects (via projected volume ${JSON.stringify(volume.name)})`;
    if (known[1] !== undefined) return known[1];
  }
  return undefined;
}
