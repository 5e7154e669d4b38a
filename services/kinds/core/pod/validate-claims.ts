import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
  TypedLocalObjectReference,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateTemplateMetadata } from '../template-metadata.js';

/** Validates the template of a claim (Kubernetes' ValidatePersistentVolumeClaimTemplate). */
export function validateClaimTemplate({ metadata, spec }: PersistentVolumeClaimTemplate, path: string): FieldError[] {
  return [
    ...validateTemplateMetadata(metadata, fieldPath(path, 'metadata')),
    ...validateClaimSpec(spec, fieldPath(path, 'spec')),
  ];
}

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** Validates a claim (Kubernetes' ValidatePersistentVolumeClaimSpec). */
function validateClaimSpec(spec: PersistentVolumeClaimSpec, path: string): FieldError[] {
  const { accessModes = [], resources, selector, storageClassName = '', dataSource, dataSourceRef } = spec;
  const storage = resources.requests?.['storage'];
  const amount = keyPath(fieldPath(path, 'resources.requests'), 'storage');
  const modes = fieldPath(path, 'accessModes');
  return [
    ...(accessModes.length === 0 ? [required(modes, 'at least 1 access mode is required')] : []),
    ...validateLabelSelector(selector, fieldPath(path, 'selector')),
    ...eachError(accessModes, (mode) => (ACCESS_MODES.includes(mode) ? [] : [notSupported(modes, mode, ACCESS_MODES)])),
    ...(accessModes.includes('ReadWriteOncePod') && accessModes.length > 1
      ? [forbidden(modes, 'may not use ReadWriteOncePod with other access modes')]
      : []),
    ...(storage === undefined ? [required(amount)] : []),
    ...(storage !== undefined && parseQuantity(storage).milli <= 0n
      ? [invalid(amount, storage, 'must be greater than zero')]
      : []),
    ...(storageClassName === '' ? [] : dnsSubdomain(storageClassName)).map((text) =>
      invalid(fieldPath(path, 'storageClassName'), storageClassName, text),
    ),
    ...(dataSource === undefined ? [] : validateSource(dataSource, fieldPath(path, 'dataSource'))),
    ...(dataSourceRef === undefined ? [] : validateSource(dataSourceRef, fieldPath(path, 'dataSourceRef'))),
  ];
}

function validateSource({ apiGroup = '', kind }: TypedLocalObjectReference, path: string): FieldError[] {
  if (apiGroup !== '') {
    return dnsSubdomain(apiGroup).map((text) => invalid(fieldPath(path, 'apiGroup'), apiGroup, text));
  }
  if (kind === 'PersistentVolumeClaim') return [];
  return [invalid(path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup")];
}
