import type {
  CSIVolumeSource,
  EmptyDirVolumeSource,
  EphemeralVolumeSource,
  KeyToPath,
  Volume,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateDriverName } from '../volume/driver-name.js';
import { validateItems, validateNoBacksteps, wrongMode } from './checks.js';
import { validateClaimTemplate } from '../volume/validate-claim-spec.js';
import { validateDownwardApi, validateProjected } from './validate-projections.js';
import { validateRemote } from './validate-remote-volumes.js';

/** Volume types in Kubernetes' order of checks; the first counts. */
const TYPES = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
] as const;

/** Validates the volumes of a pod (Kubernetes' ValidateVolumes). */
export function validateVolumes(volumes: readonly Volume[], path: string): FieldError[] {
  const names = new Set<string>();
  return eachError(volumes, (volume, index) => {
    const field = keyPath(path, index);
    const { name } = volume;
    const [type, ...more] = TYPES.filter((each) => volume[each] !== undefined);
    const errors = type === undefined ? [] : validateSource({ [type]: volume[type] }, field);
    for (const each of more) errors.push(forbidden(fieldPath(field, each), 'may not specify more than 1 volume type'));
    if (name !== '' && names.has(name)) errors.push(duplicate(fieldPath(field, 'name'), name));
    names.add(name);
    return errors;
  });
}

function validateSource(volume: Partial<Volume>, path: string): FieldError[] {
  const { hostPath, emptyDir, secret, configMap, downwardAPI, projected, csi, ephemeral } = volume;
  const errors: FieldError[] = [];
  if (hostPath !== undefined) errors.push(...validateNoBacksteps(hostPath.path, fieldPath(path, 'hostPath.path')));
  if (emptyDir !== undefined) errors.push(...validateEmptyDir(emptyDir, fieldPath(path, 'emptyDir')));
  if (secret !== undefined) errors.push(...validateFiles(secret, 'secretName', fieldPath(path, 'secret')));
  if (configMap !== undefined) errors.push(...validateFiles(configMap, 'name', fieldPath(path, 'configMap')));
  if (downwardAPI !== undefined) errors.push(...validateDownwardApi(downwardAPI, fieldPath(path, 'downwardAPI')));
  if (projected !== undefined) errors.push(...validateProjected(projected, fieldPath(path, 'projected')));
  if (csi !== undefined) errors.push(...validateCsi(csi, fieldPath(path, 'csi')));
  if (ephemeral !== undefined) errors.push(...validateEphemeralVolume(ephemeral, fieldPath(path, 'ephemeral')));
  return [...errors, ...validateRemote(volume, path)];
}

function validateCsi({ driver, nodePublishSecretRef }: CSIVolumeSource, path: string): FieldError[] {
  const errors = validateDriverName(driver, fieldPath(path, 'driver'));
  if (nodePublishSecretRef === undefined) return errors;
  const { name = '' } = nodePublishSecretRef;
  if (name === '') return [...errors, required(fieldPath(path, 'nodePublishSecretRef.name'))];
  return [...errors, ...invalidEach(fieldPath(path, 'nodePublishSecretRef.name'), name, dnsSubdomain(name))];
}

function validateEmptyDir({ sizeLimit }: EmptyDirVolumeSource, path: string): FieldError[] {
  if (sizeLimit === undefined || parseQuantity(sizeLimit).milli >= 0n) return [];
  return [forbidden(fieldPath(path, 'sizeLimit'), 'SizeLimit field must be a valid resource quantity')];
}

interface Files {
  readonly name?: string;
  readonly secretName?: string;
  readonly items?: readonly KeyToPath[];
  readonly defaultMode?: number;
}

function validateFiles(source: Files, nameField: 'name' | 'secretName', path: string): FieldError[] {
  return [
    ...((source[nameField] ?? '') === '' ? [required(fieldPath(path, nameField))] : []),
    ...wrongMode(source.defaultMode, fieldPath(path, 'defaultMode')),
    ...validateItems(source.items ?? [], fieldPath(path, 'items')),
  ];
}

function validateEphemeralVolume({ volumeClaimTemplate: template }: EphemeralVolumeSource, path: string): FieldError[] {
  const field = fieldPath(path, 'volumeClaimTemplate');
  return template === undefined ? [required(field)] : validateClaimTemplate(template, field);
}
