import type {
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  KeyToPath,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateItems, validateVolumeFile, wrongMode } from './checks.js';
import { FILE_FIELDS, validateFieldRef, validateResourceFieldRef } from './validate-env.js';

const SHORTEST_TOKEN = 10 * 60;
const LONGEST_TOKEN = 2 ** 32;

/** Validates pod fields that are projected to files (Kubernetes' validateDownwardAPIVolumeSource). */
export function validateDownwardApi({ items = [], defaultMode }: DownwardAPIVolumeSource, path: string): FieldError[] {
  return [
    ...wrongMode(defaultMode, fieldPath(path, 'defaultMode')),
    ...eachError(items, (file, index) => validateFile(file, keyPath(fieldPath(path, 'items'), index))),
  ];
}

function validateFile(file: DownwardAPIVolumeFile, path: string): FieldError[] {
  const { fieldRef, resourceFieldRef, mode } = file;
  const errors = validateVolumeFile(file.path, fieldPath(path, 'path'));
  if (fieldRef !== undefined) {
    errors.push(...validateFieldRef(fieldRef, FILE_FIELDS, fieldPath(path, 'fieldRef')));
    if (resourceFieldRef !== undefined) {
      errors.push(invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'));
    }
  } else if (resourceFieldRef === undefined) {
    errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'));
  } else {
    const field = fieldPath(path, 'resourceFieldRef');
    if (resourceFieldRef.containerName === undefined) errors.push(required(fieldPath(field, 'containerName')));
    else errors.push(...validateResourceFieldRef(resourceFieldRef, field));
  }
  return [...errors, ...wrongMode(mode, fieldPath(path, 'mode'))];
}

/** Validates several sources in one directory (Kubernetes' validateProjectedVolumeSource). */
export function validateProjected({ sources, defaultMode }: ProjectedVolumeSource, path: string): FieldError[] {
  const taken = new Set<string>();
  return [
    ...wrongMode(defaultMode, fieldPath(path, 'defaultMode')),
    ...eachError(sources, (source, index) =>
      validateProjection(source, taken, keyPath(fieldPath(path, 'sources'), index)),
    ),
  ];
}

function validateProjection(source: VolumeProjection, taken: Set<string>, path: string): FieldError[] {
  const { secret, configMap, downwardAPI, serviceAccountToken } = source;
  const errors: FieldError[] = [];
  if (secret !== undefined) {
    errors.push(...validateKeys(secret, fieldPath(path, 'secret')));
    errors.push(...collisions(secret.items ?? [], taken, secret.name ?? '', fieldPath(path, 'secret')));
  }
  if (configMap !== undefined) {
    errors.push(...validateKeys(configMap, fieldPath(path, 'configMap')));
    errors.push(...collisions(configMap.items ?? [], taken, configMap.name ?? '', fieldPath(path, 'configMap')));
  }
  if (downwardAPI !== undefined) {
    const { items = [] } = downwardAPI;
    errors.push(...validateDownwardApi(downwardAPI, fieldPath(path, 'downwardAPI')));
    errors.push(...collisions(items, taken, '', fieldPath(path, 'downwardAPI')));
  }
  if (serviceAccountToken !== undefined) {
    errors.push(...validateToken(serviceAccountToken, fieldPath(path, 'serviceAccountToken')));
  }
  if (Object.keys(source).length > 1) {
    errors.push(forbidden(path, 'may not specify more than 1 volume type per source'));
  }
  return errors;
}

interface Keys {
  readonly name?: string;
  readonly items?: readonly KeyToPath[];
}

function validateKeys({ name = '', items = [] }: Keys, path: string): FieldError[] {
  return [
    ...(name === '' ? [required(fieldPath(path, 'name'))] : []),
    ...validateItems(items, fieldPath(path, 'items')),
  ];
}

function validateToken(token: ServiceAccountTokenProjection, path: string): FieldError[] {
  const { expirationSeconds: seconds = SHORTEST_TOKEN } = token;
  const field = fieldPath(path, 'expirationSeconds');
  const errors = validateVolumeFile(token.path, fieldPath(path, 'path'));
  if (seconds < SHORTEST_TOKEN) {
    errors.push(invalid(field, seconds, 'may not specify a duration less than 10 minutes'));
  }
  if (seconds > LONGEST_TOKEN) {
    errors.push(invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds'));
  }
  return errors;
}

function collisions(
  files: readonly { readonly path: string }[],
  taken: Set<string>,
  name: string,
  field: string,
): FieldError[] {
  return eachError(files, ({ path }) => {
    if (path === '') return [];
    const errors = taken.has(path) ? [invalid(field, name === '' ? path : name, 'conflicting duplicate paths')] : [];
    taken.add(path);
    return errors;
  });
}
