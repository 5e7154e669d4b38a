import type { PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { eachError, fieldPath, forbidden, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { containersOf } from './containers.js';

const WINDOWS = 'cannot be set for a windows pod';
const LINUX = 'windows options cannot be set for a linux pod';
/** Linux fields, in the order in which Kubernetes refuses them. */
const POD_FIELDS = [
  'securityContext.appArmorProfile',
  'securityContext.seLinuxOptions',
  'hostUsers',
  'hostPID',
  'hostIPC',
  'securityContext.seccompProfile',
  'securityContext.fsGroup',
  'securityContext.fsGroupChangePolicy',
  'securityContext.sysctls',
  'shareProcessNamespace',
  'securityContext.runAsUser',
  'securityContext.runAsGroup',
  'securityContext.supplementalGroups',
  'securityContext.supplementalGroupsPolicy',
  'securityContext.seLinuxChangePolicy',
];
const CONTAINER_SECURITY = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
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
  const refuse = (object: object, names: readonly string[], field: string): FieldError[] =>
    names
      .filter((name) => name in object)
      .map((name) => forbidden(fieldPath(field, name), isWindows ? WINDOWS : LINUX));
  const inContext = Object.fromEntries(
    Object.entries(securityContext).map(([name, value]) => [`securityContext.${name}`, value]),
  );
  return [
    ...refuse({ ...spec, ...inContext }, isWindows ? POD_FIELDS : ['securityContext.windowsOptions'], path),
    ...eachError(containersOf(spec, path), ({ container, path: place }) =>
      refuse(
        container.securityContext ?? {},
        isWindows ? CONTAINER_SECURITY : ['windowsOptions'],
        fieldPath(place, 'securityContext'),
      ),
    ),
  ];
}
