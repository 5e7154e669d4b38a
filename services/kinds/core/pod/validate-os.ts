import type { PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  eachError,
  fieldPath,
  forbidden,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** What only Linux has. */
const POD_FIELDS = ['hostPID', 'hostIPC', 'shareProcessNamespace'] as const;
const POD_SECURITY = [
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
] as const;
const CONTAINER_SECURITY = [
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

const CONTAINERS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** What the system that a pod says it is for does not have (Kubernetes' validateWindows and validateLinux). */
export function validateSystem(spec: PodSpec, path: string): FieldError[] {
  const { os, securityContext = {} } = spec;
  if (os === undefined) return [];
  const isWindows = os.name === 'windows';
  const text = isWindows ? 'cannot be set for a windows pod' : 'windows options cannot be set for a linux pod';
  const refuse = (object: object, names: readonly string[], field: string): FieldError[] =>
    Object.keys(object)
      .filter((name) => names.includes(name))
      .map((name) => forbidden(fieldPath(field, name), text));
  const security = isWindows ? CONTAINER_SECURITY : ['windowsOptions'];
  return [
    ...(isWindows ? refuse(spec, POD_FIELDS, path) : []),
    ...refuse(securityContext, isWindows ? POD_SECURITY : security, fieldPath(path, 'securityContext')),
    ...CONTAINERS.flatMap((list) =>
      eachError(spec[list] ?? [], (container, index) =>
        refuse(
          container.securityContext ?? {},
          security,
          fieldPath(keyPath(fieldPath(path, list), index), 'securityContext'),
        ),
      ),
    ),
  ];
}
