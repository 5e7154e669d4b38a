import type {
  AzureDiskVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GitRepoVolumeSource,
  ISCSIVolumeSource,
  QuobyteVolumeSource,
  StorageOSVolumeSource,
  Volume,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import {
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateDescending } from './checks.js';
import { validateRange } from '../../definition/numbers.js';

const PARTITIONS = [1, 255] as const;
export const LUNS = [0, 255] as const;

/** Validates a remote volume by its type (Kubernetes' validateVolumeSource). */
export function validateRemote(volume: Partial<Volume>, path: string): FieldError[] {
  const { gitRepo, gcePersistentDisk, awsElasticBlockStore, nfs, iscsi, flocker, cinder, quobyte, fc } = volume;
  const { flexVolume, azureDisk, storageos, scaleIO } = volume;
  const at = (name: string): string => fieldPath(path, name);
  if (gitRepo !== undefined) return validateGitRepo(gitRepo, at('gitRepo'));
  if (gcePersistentDisk !== undefined) {
    return validatePartition(gcePersistentDisk.partition, at('gcePersistentDisk.partition'));
  }
  if (awsElasticBlockStore !== undefined) {
    return validatePartition(awsElasticBlockStore.partition, at('awsElasticBlockStore.partition'));
  }
  if (nfs !== undefined) return validateAbsolute(nfs.path, at('nfs.path'));
  if (iscsi !== undefined) return validateIscsi(iscsi, at('iscsi'));
  if (flocker !== undefined) return validateFlocker(flocker, at('flocker'));
  if (cinder !== undefined) return validateSecret(cinder, at('cinder'));
  if (quobyte !== undefined) return validateQuobyte(quobyte, at('quobyte'));
  if (fc !== undefined) return validateFc(fc, at('fc'));
  if (flexVolume !== undefined) return validateFlex(flexVolume, at('flexVolume'));
  if (azureDisk !== undefined) return validateAzureDisk(azureDisk, at('azureDisk'));
  if (storageos !== undefined) {
    return [...validateStorageOs(storageos, at('storageos')), ...validateSecret(storageos, at('storageos'))];
  }
  if (scaleIO !== undefined && scaleIO.volumeName === undefined) return [required(at('scaleIO.volumeName'))];
  return [];
}

function validateGitRepo({ directory = '' }: GitRepoVolumeSource, path: string): FieldError[] {
  return validateDescending(directory, fieldPath(path, 'directory'));
}

function validatePartition(partition: number | undefined, field: string): FieldError[] {
  return partition === 0 ? [] : validateRange(partition, PARTITIONS, field);
}

function validateAbsolute(path: string, field: string): FieldError[] {
  const errors = path === '' ? [required(field)] : [];
  return path.startsWith('/') ? errors : [...errors, invalid(field, path, 'must be an absolute path')];
}

function validateIscsi(source: ISCSIVolumeSource, path: string): FieldError[] {
  const { iqn, lun, chapAuthDiscovery, chapAuthSession, secretRef, initiatorName } = source;
  const errors = iqn === '' ? [] : validateInitiator(iqn, fieldPath(path, 'iqn'));
  errors.push(...validateRange(lun, LUNS, fieldPath(path, 'lun')));
  if ((chapAuthDiscovery === true || chapAuthSession === true) && secretRef === undefined) {
    errors.push(required(fieldPath(path, 'secretRef')));
  }
  if (initiatorName === undefined) return errors;
  return [...errors, ...validateInitiator(initiatorName, fieldPath(path, 'initiatorName'))];
}

/** Name formats of iSCSI initiators, by prefix. */
const INITIATORS: ReadonlyMap<string, RegExp> = new Map([
  ['iqn', /iqn\.\d{4}-\d{2}\.[a-zA-Z0-9.-]+:[^,;*&$|\s]+$/],
  ['eui', /^eui.[a-zA-Z0-9]{16}$/],
  ['naa', /^naa.[a-zA-Z0-9]{32}$/],
]);

/** Validates the name of an initiator. `unknown` is the text for another prefix. */
export function validateInitiator(
  name: string,
  field: string,
  unknown = 'must be valid format starting with iqn, eui, or naa',
): FieldError[] {
  const form = INITIATORS.get(name.slice(0, 3));
  if (form === undefined) return [invalid(field, name, unknown)];
  return form.test(name) ? [] : [invalid(field, name, 'must be valid format')];
}

function validateFlocker({ datasetName = '', datasetUUID = '' }: FlockerVolumeSource, path: string): FieldError[] {
  if (datasetName === '' && datasetUUID === '') {
    return [required(path, 'one of datasetName and datasetUUID is required')];
  }
  const errors: FieldError[] = [];
  if (datasetName !== '' && datasetUUID !== '') {
    errors.push(invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'));
  }
  if (datasetName.includes('/')) {
    errors.push(invalid(fieldPath(path, 'datasetName'), datasetName, "must not contain '/'"));
  }
  return errors;
}

function validateSecret(
  { secretRef }: { readonly secretRef?: { readonly name?: string } },
  path: string,
): FieldError[] {
  return secretRef !== undefined && (secretRef.name ?? '') === '' ? [required(fieldPath(path, 'secretRef.name'))] : [];
}

const LONGEST_TENANT = 64;

function validateQuobyte({ registry, tenant = '' }: QuobyteVolumeSource, path: string): FieldError[] {
  const field = fieldPath(path, 'registry');
  const text = 'must be a host:port pair or multiple pairs separated by commas';
  if (registry === '') return [required(field, text)];
  if (tenant.length > LONGEST_TENANT) {
    return [required(fieldPath(path, 'tenant'), 'must be a UUID and may not exceed a length of 64 characters')];
  }
  return eachError(registry.split(','), (pair) =>
    /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair) ? [] : [invalid(field, registry, text)],
  );
}

function validateFc({ targetWWNs = [], wwids = [], lun }: FCVolumeSource, path: string): FieldError[] {
  if (targetWWNs.length === 0 && wwids.length === 0) {
    const text = 'must specify either targetWWNs or wwids, but not both';
    return [required(fieldPath(path, 'targetWWNs'), text)];
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    return [
      invalid(fieldPath(path, 'targetWWNs'), targetWWNs, 'targetWWNs and wwids can not be specified simultaneously'),
    ];
  }
  if (wwids.length > 0) return [];
  if (lun !== undefined) return validateRange(lun, LUNS, fieldPath(path, 'lun'));
  return [required(fieldPath(path, 'lun'), 'lun is required if targetWWNs is specified')];
}

/** Validates options of a FlexVolume. */
export function validateFlex({ options = {} }: Pick<FlexVolumeSource, 'options'>, path: string): FieldError[] {
  return eachError(Object.keys(options), (key) => {
    const [namespace = ''] = key.split('/', 1);
    const isReserved = /(?:^|\.)(?:kubernetes|k8s)\.io$/i.test(namespace);
    if (!isReserved) return [];
    const text = 'kubernetes.io and k8s.io namespaces are reserved';
    return [invalid(keyPath(fieldPath(path, 'options'), key), key, text)];
  });
}

const MANAGED = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

function validateAzureDisk({ kind, diskURI }: AzureDiskVolumeSource, path: string): FieldError[] {
  const field = fieldPath(path, 'diskURI');
  const [start, form] = kind === 'Managed' ? ['/subscriptions/', MANAGED] : ['https://', BLOB];
  const errors = diskURI === '' ? [required(field)] : [];
  return diskURI.startsWith(start) ? errors : [...errors, notSupported(field, diskURI, [form])];
}

/** Validates the names of a StorageOS volume. */
export function validateStorageOs(
  { volumeName: name, volumeNamespace: namespace }: Pick<StorageOSVolumeSource, 'volumeName' | 'volumeNamespace'>,
  path: string,
): FieldError[] {
  const label = (value: string | undefined, field: string): FieldError[] =>
    value === undefined ? [] : invalidEach(field, value, dnsLabel(value));
  return [
    ...(name === undefined ? [required(fieldPath(path, 'volumeName'))] : []),
    ...label(name, fieldPath(path, 'volumeName')),
    ...label(namespace, fieldPath(path, 'volumeNamespace')),
  ];
}
