import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
  TypedObjectReference,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import {
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateTemplateMetadata } from '../template-metadata.js';
import { validateAccessModes } from './access-modes.js';

/** Validates the template of a claim (Kubernetes' ValidatePersistentVolumeClaimTemplate). */
export function validateClaimTemplate({ metadata, spec }: PersistentVolumeClaimTemplate, path: string): FieldError[] {
  return [
    ...validateTemplateMetadata(metadata, fieldPath(path, 'metadata')),
    ...validateClaimSpec(spec, fieldPath(path, 'spec')),
  ];
}

export interface ClaimSpecOptions {
  /** API groups of data sources are not validated. */
  readonly allowsAnyGroup?: boolean;
}

export const VOLUME_MODES = ['Block', 'Filesystem'];

/** Validates a claim (Kubernetes' ValidatePersistentVolumeClaimSpec). Reports all its errors. */
export function validateClaimSpec(
  spec: PersistentVolumeClaimSpec,
  path: string,
  { allowsAnyGroup = false }: ClaimSpecOptions = {},
): FieldError[] {
  const { accessModes = [], resources, selector, dataSource, dataSourceRef, volumeMode = '' } = spec;
  const at = (name: string): string => fieldPath(path, name);
  const errors = [
    ...(accessModes.length === 0 ? [required(at('accessModes'), 'at least 1 access mode is required')] : []),
    ...validateLabelSelector(selector, at('selector')),
    ...validateAccessModes(accessModes, at('accessModes')),
    ...validateStorage(resources.requests?.['storage'], keyPath(at('resources'), 'storage')),
    ...validateClassName(spec.storageClassName, at('storageClassName')),
  ];
  if (!VOLUME_MODES.includes(volumeMode)) errors.push(notSupported(at('volumeMode'), volumeMode, VOLUME_MODES));
  if (dataSource !== undefined) errors.push(...validateSource(dataSource, at('dataSource'), allowsAnyGroup));
  if (dataSourceRef !== undefined) errors.push(...validateSource(dataSourceRef, at('dataSourceRef'), allowsAnyGroup));
  return [
    ...errors,
    ...validateSources(spec, path),
    ...validateClassName(spec.volumeAttributesClassName, at('volumeAttributesClassName')),
  ];
}

function validateStorage(amount: string | undefined, field: string): FieldError[] {
  if (amount === undefined) return [required(field)];
  return parseQuantity(amount).milli > 0n ? [] : [invalid(field, amount, 'must be greater than zero')];
}

function validateClassName(name = '', field: string): FieldError[] {
  return name === '' ? [] : invalidEach(field, name, dnsSubdomain(name));
}

function validateSource(source: TypedObjectReference, path: string, allowsAnyGroup: boolean): FieldError[] {
  const { apiGroup = '', kind, name, namespace = '' } = source;
  const at = (member: string): string => fieldPath(path, member);
  const errors = name === '' ? [required(at('name'))] : [];
  if (kind === '') errors.push(required(at('kind')));
  if (apiGroup === '' && kind !== 'PersistentVolumeClaim') {
    errors.push(invalid(path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
  }
  if (apiGroup !== '' && !allowsAnyGroup) {
    errors.push(...invalidEach(at('apiGroup'), apiGroup, dnsSubdomain(apiGroup)));
  }
  if (namespace === '') return errors;
  return [...errors, ...invalidEach(at('namespace'), namespace, dnsLabel(namespace))];
}

/** Both sources are the same object, unless the one in another namespace stands alone. */
function validateSources({ dataSource, dataSourceRef }: PersistentVolumeClaimSpec, path: string): FieldError[] {
  if (dataSource === undefined || dataSourceRef === undefined) return [];
  const wrong = (text: string): FieldError[] => [invalid(path, fieldPath(path, 'dataSource'), text)];
  if ((dataSourceRef.namespace ?? '') !== '')
    return wrong('may not be specified when dataSourceRef.namespace is specified');
  const isSame = (['apiGroup', 'kind', 'name'] as const).every((name) => dataSource[name] === dataSourceRef[name]);
  return isSame ? [] : wrong('must match dataSourceRef');
}
