import type { PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { eachError, fieldPath, forbidden, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { containersOf } from './containers.js';

/** Linux fields. */
const POD_FIELDS = ['hostUsers', 'hostPID', 'hostIPC', 'shareProcessNamespace'] as const;
const POD_SECURITY = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
] as const;
const CONTAINER_SECURITY = [
  'appArmorProfile',
  'capabilities',
  'seLinuxOptions',
  'seccompProfile',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const;

/** Refuses fields that the pod's OS does not support (Kubernetes' validateWindows and validateLinux). */
export function validateSystem(spec: PodSpec, path: string): FieldError[] {
  const { os, securityContext = {} } = spec;
  if (os === undefined) return [];
  const isWindows = os.name === 'windows';
  const text = isWindows ? 'cannot be set for a windows pod' : 'windows options cannot be set for a linux pod';
  const refuse = (object: object, names: readonly string[], field: string): FieldError[] =>
    names.filter((name) => name in object).map((name) => forbidden(fieldPath(field, name), text));
  const security = isWindows ? CONTAINER_SECURITY : ['windowsOptions'];
  return [
    ...(isWindows ? refuse(spec, POD_FIELDS, path) : []),
    ...refuse(securityContext, isWindows ? POD_SECURITY : security, fieldPath(path, 'securityContext')),
    ...eachError(containersOf(spec, path), ({ container, path: place }) =>
      refuse(container.securityContext ?? {}, security, fieldPath(place, 'securityContext')),
    ),
  ];
}
