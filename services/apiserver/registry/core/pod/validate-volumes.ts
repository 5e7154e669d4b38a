import type {
  EmptyDirVolumeSource,
  EphemeralVolumeSource,
  FCVolumeSource,
  KeyToPath,
  PersistentVolumeClaimSpec,
  Volume,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  notSupported,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateItems, validateNoBacksteps, wrongMode } from './checks.js';
import { validateDownwardApi, validateProjected } from './validate-projections.js';

const LONGEST_DRIVER_NAME = 63;

/** What is wrong with the volumes of a pod (Kubernetes' ValidateVolumes). */
export function validateVolumes(volumes: readonly Volume[], path: string): FieldError[] {
  const names = new Set<string>();
  return eachError(volumes, (volume, index) => {
    const field = keyPath(path, index);
    const { name, ...sources } = volume;
    const errors = name !== '' && names.has(name) ? [duplicate(fieldPath(field, 'name'), name)] : [];
    names.add(name);
    const [, ...more] = Object.keys(sources);
    for (const each of more) errors.push(forbidden(fieldPath(field, each), 'may not specify more than 1 volume type'));
    return [...errors, ...validateSource(volume, field)];
  });
}

function validateSource(volume: Volume, path: string): FieldError[] {
  const { hostPath, emptyDir, secret, configMap, downwardAPI, projected, nfs, csi, ephemeral, fc } = volume;
  const errors: FieldError[] = [];
  if (hostPath !== undefined) errors.push(...validateNoBacksteps(hostPath.path, fieldPath(path, 'hostPath.path')));
  if (emptyDir !== undefined) errors.push(...validateEmptyDir(emptyDir, fieldPath(path, 'emptyDir')));
  if (secret !== undefined) errors.push(...validateFiles(secret, 'secretName', fieldPath(path, 'secret')));
  if (configMap !== undefined) errors.push(...validateFiles(configMap, 'name', fieldPath(path, 'configMap')));
  if (downwardAPI !== undefined) errors.push(...validateDownwardApi(downwardAPI, fieldPath(path, 'downwardAPI')));
  if (projected !== undefined) errors.push(...validateProjected(projected, fieldPath(path, 'projected')));
  if (nfs !== undefined && nfs.path !== '' && !nfs.path.startsWith('/')) {
    errors.push(invalid(fieldPath(path, 'nfs.path'), nfs.path, 'must be an absolute path'));
  }
  if (csi !== undefined) errors.push(...validateDriver(csi.driver, fieldPath(path, 'csi.driver')));
  if (ephemeral !== undefined) errors.push(...validateEphemeralVolume(ephemeral, fieldPath(path, 'ephemeral')));
  if (fc !== undefined) errors.push(...validateFc(fc, fieldPath(path, 'fc')));
  return errors;
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

function validateDriver(driver: string, field: string): FieldError[] {
  if (driver === '') return [];
  return [
    ...(driver.length > LONGEST_DRIVER_NAME ? [tooLong(field, LONGEST_DRIVER_NAME)] : []),
    ...dnsSubdomain(driver.toLowerCase()).map((text) => invalid(field, driver, text)),
  ];
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
  if (wwids.length > 0 || lun !== undefined) return [];
  return [required(fieldPath(path, 'lun'), 'lun is required if targetWWNs is specified')];
}

function validateEphemeralVolume({ volumeClaimTemplate: template }: EphemeralVolumeSource, path: string): FieldError[] {
  const field = fieldPath(path, 'volumeClaimTemplate');
  return template === undefined ? [required(field)] : validateClaimSpec(template.spec, fieldPath(field, 'spec'));
}

const ACCESS_MODES = ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'];

/** What is wrong with a claim to a volume (Kubernetes' ValidatePersistentVolumeClaimSpec). */
function validateClaimSpec(spec: PersistentVolumeClaimSpec, path: string): FieldError[] {
  const { accessModes = [], resources, selector } = spec;
  const storage = resources.requests?.['storage'];
  const field = fieldPath(path, 'resources.requests');
  return [
    ...(accessModes.length === 0
      ? [required(fieldPath(path, 'accessModes'), 'at least 1 access mode is required')]
      : []),
    ...eachError(accessModes, (mode) =>
      ACCESS_MODES.includes(mode) ? [] : [notSupported(fieldPath(path, 'accessModes'), mode, ACCESS_MODES)],
    ),
    ...(accessModes.includes('ReadWriteOncePod') && accessModes.length > 1
      ? [forbidden(fieldPath(path, 'accessModes'), 'may not use ReadWriteOncePod with other access modes')]
      : []),
    ...(storage === undefined ? [required(keyPath(field, 'storage'))] : []),
    ...(storage !== undefined && parseQuantity(storage).milli <= 0n
      ? [invalid(keyPath(field, 'storage'), storage, 'must be greater than zero')]
      : []),
    ...validateLabelSelector(selector, fieldPath(path, 'selector')),
  ];
}
