import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { compareQuantities, parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { forbidden, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { immutable, validateImmutable } from '../../definition/immutable.js';
import { CLASS_ANNOTATION } from './storage-class-name.js';
import { validateClaimSpec } from './validate-claim-spec.js';

/** Validates a claim, and that it may replace `old` (Kubernetes' ValidatePersistentVolumeClaimUpdate). */
export function validateClaim(claim: PersistentVolumeClaim, old: PersistentVolumeClaim | undefined): FieldError[] {
  const { dataSource, dataSourceRef } = old?.spec ?? {};
  const allowsAnyGroup = dataSource?.apiGroup !== undefined || dataSourceRef?.apiGroup !== undefined;
  const errors = validateClaimSpec(claim.spec, 'spec', { allowsAnyGroup });
  return old === undefined ? errors : [...errors, ...validateChange(claim, old)];
}

const IMMUTABLE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

function validateChange(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): FieldError[] {
  const { spec } = claim;
  const errors: FieldError[] = [];
  const movesAnnotation = isMovedAnnotation(claim, old);
  const annotation = claim.metadata.annotations?.[CLASS_ANNOTATION] ?? '';
  if (!movesAnnotation && annotation !== (old.metadata.annotations?.[CLASS_ANNOTATION] ?? '')) {
    errors.push(immutable(`metadata.annotations.${CLASS_ANNOTATION}`, annotation));
  }
  if (!deepEqual(fixedPart(claim, old, movesAnnotation), old.spec)) errors.push(forbidden('spec', IMMUTABLE));
  errors.push(...validateSize(spec, old));
  errors.push(...validateImmutable(spec.volumeMode, old.spec.volumeMode, 'volumeMode'));
  return [...errors, ...validateAttributesClass(spec.volumeAttributesClassName, old)];
}

/** The specification with the old values of what may change. */
function fixedPart(
  { spec, status }: PersistentVolumeClaim,
  { metadata, spec: old }: PersistentVolumeClaim,
  movesAnnotation: boolean,
): PersistentVolumeClaimSpec {
  const fixed = { ...spec };
  const keep = (name: 'volumeName' | 'storageClassName' | 'volumeAttributesClassName'): void => {
    const value = old[name];
    if (value === undefined) delete fixed[name];
    else fixed[name] = value;
  };
  if (old.volumeName === undefined) keep('volumeName');
  if (movesAnnotation || canSetClass(metadata, spec, old)) keep('storageClassName');
  if (status.phase !== 'Bound') return fixed;
  keep('volumeAttributesClassName');
  const { requests } = spec.resources;
  const storage = old.resources.requests?.['storage'];
  if (requests !== undefined && storage !== undefined) {
    fixed.resources = { ...spec.resources, requests: { ...requests, storage } };
  }
  return fixed;
}

/** The class of the deprecated annotation is set in the field. The annotation can then be removed. */
function isMovedAnnotation(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const before = old.metadata.annotations?.[CLASS_ANNOTATION];
  const now = claim.metadata.annotations?.[CLASS_ANNOTATION] ?? before;
  if (before === undefined || old.spec.storageClassName !== undefined) return false;
  return claim.spec.storageClassName === before && now === before;
}

/** A claim without a class can get one, such as the default class that is created later. */
function canSetClass(
  { annotations }: ObjectMeta,
  { storageClassName: name }: PersistentVolumeClaimSpec,
  old: PersistentVolumeClaimSpec,
): boolean {
  const annotation = annotations?.[CLASS_ANNOTATION];
  if (name === undefined || old.storageClassName !== undefined) return false;
  return annotation === undefined || name === annotation;
}

/** A request can be reduced to more than the actual size, to recover from an expansion that failed. */
function validateSize(spec: PersistentVolumeClaimSpec, { spec: old, status }: PersistentVolumeClaim): FieldError[] {
  const size = parseQuantity(spec.resources.requests?.['storage'] ?? '0');
  const before = parseQuantity(old.resources.requests?.['storage'] ?? '0');
  const actual = parseQuantity(status.capacity?.['storage'] ?? '0');
  if (compareQuantities(size, before) >= 0 || compareQuantities(size, actual) > 0) return [];
  return [forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity')];
}

/** A class that the volume has cannot be removed. */
function validateAttributesClass(name: string | undefined, { spec, status }: PersistentVolumeClaim): FieldError[] {
  if (name === spec.volumeAttributesClassName || status.currentVolumeAttributesClassName === undefined) return [];
  const field = 'spec.volumeAttributesClassName';
  const why = 'is forbidden when status.currentVolumeAttributesClassName is not nil';
  if (name === undefined) return [forbidden(field, `update to nil ${why}`)];
  return name === '' ? [forbidden(field, `update to empty string ${why}`)] : [];
}
