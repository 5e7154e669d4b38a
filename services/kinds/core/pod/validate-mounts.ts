import type { Container, Volume, VolumeMount } from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  notFoundValue,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateDescending } from './checks.js';

/** The volumes of a pod by name, including those from claim templates. */
export type Volumes = ReadonlyMap<string, Partial<Volume>>;

/** Validates the mounts and devices of a container (Kubernetes' ValidateVolumeMounts). */
export function validateMounts(container: Partial<Container>, volumes: Volumes, path: string): FieldError[] {
  const { volumeMounts = [], volumeDevices = [], securityContext } = container;
  const devices = new Set(volumeDevices.map(({ devicePath }) => devicePath));
  const deviceNames = new Set(volumeDevices.map(({ name }) => name));
  const isPrivileged = securityContext?.privileged === true;
  const taken = new Set<string>();
  return [
    ...eachError(volumeMounts, (mount, index) => {
      const field = keyPath(fieldPath(path, 'volumeMounts'), index);
      const { name, mountPath } = mount;
      const errors = missing(name, volumes, field);
      if (mountPath === '') errors.push(required(fieldPath(field, 'mountPath')));
      if (taken.has(mountPath)) errors.push(invalid(fieldPath(field, 'mountPath'), mountPath, 'must be unique'));
      taken.add(mountPath);
      if (deviceNames.has(name)) {
        errors.push(invalid(fieldPath(field, 'name'), name, 'must not already exist in volumeDevices'));
      }
      if (devices.has(mountPath)) {
        const text = 'must not already exist as a path in volumeDevices';
        errors.push(invalid(fieldPath(field, 'mountPath'), mountPath, text));
      }
      return [...errors, ...validateMount(mount, isPrivileged, field)];
    }),
    ...validateDevices(container, volumes, path),
  ];
}

function validateMount(mount: VolumeMount, isPrivileged: boolean, path: string): FieldError[] {
  const { subPath, subPathExpr, mountPropagation } = mount;
  const errors: FieldError[] = [];
  if (subPath !== undefined) errors.push(...validateDescending(subPath, fieldPath(path, 'subPath')));
  if (subPathExpr !== undefined) {
    const field = fieldPath(path, 'subPathExpr');
    if (subPath !== undefined) {
      errors.push(invalid(field, subPathExpr, 'subPathExpr and subPath are mutually exclusive'));
    }
    errors.push(...validateDescending(subPathExpr, field));
  }
  if (mountPropagation === 'Bidirectional' && !isPrivileged) {
    const text = 'Bidirectional mount propagation is available only to privileged containers';
    errors.push(forbidden(fieldPath(path, 'mountPropagation'), text));
  }
  return [...errors, ...validateRecursive(mount, fieldPath(path, 'recursiveReadOnly'))];
}

function validateRecursive(
  { recursiveReadOnly, readOnly, mountPropagation }: VolumeMount,
  field: string,
): FieldError[] {
  if (recursiveReadOnly !== 'Enabled' && recursiveReadOnly !== 'IfPossible') return [];
  const hasPropagation = mountPropagation !== undefined && mountPropagation !== 'None';
  return [
    ...(readOnly === true ? [] : [forbidden(field, 'may only be specified when readOnly is true')]),
    ...(hasPropagation
      ? [forbidden(field, 'may only be specified when mountPropagation is None or not specified')]
      : []),
  ];
}

function validateDevices(
  { volumeDevices = [], volumeMounts = [] }: Partial<Container>,
  volumes: Volumes,
  path: string,
): FieldError[] {
  const mounts = new Set(volumeMounts.map(({ name }) => name));
  const mountPaths = new Set(volumeMounts.map(({ mountPath }) => mountPath));
  const names = new Set<string>();
  const paths = new Set<string>();
  return eachError(volumeDevices, ({ name, devicePath }, index) => {
    const field = keyPath(fieldPath(path, 'volumeDevices'), index);
    const errors = missing(name, volumes, field);
    const volume = volumes.get(name);
    if (volume !== undefined && volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
      const text = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      errors.push(invalid(fieldPath(field, 'name'), name, text));
    }
    if (names.has(name)) errors.push(invalid(fieldPath(field, 'name'), name, 'must be unique'));
    if (devicePath === '') errors.push(required(fieldPath(field, 'devicePath')));
    if (paths.has(devicePath)) errors.push(invalid(fieldPath(field, 'devicePath'), devicePath, 'must be unique'));
    if (name !== '') names.add(name);
    paths.add(devicePath);
    if (devicePath !== '' && devicePath.split('/').includes('..')) {
      errors.push(invalid(fieldPath(field, 'devicePath'), devicePath, "can not contain backsteps ('..')"));
    }
    if (mounts.has(name)) {
      errors.push(invalid(fieldPath(field, 'name'), name, 'must not already exist in volumeMounts'));
    }
    if (mountPaths.has(devicePath)) {
      const text = 'must not already exist as a path in volumeMounts';
      errors.push(invalid(fieldPath(field, 'devicePath'), devicePath, text));
    }
    return errors;
  });
}

function missing(name: string, volumes: Volumes, path: string): FieldError[] {
  const field = fieldPath(path, 'name');
  return [...(name === '' ? [required(field)] : []), ...(volumes.has(name) ? [] : [notFoundValue(field, name)])];
}
