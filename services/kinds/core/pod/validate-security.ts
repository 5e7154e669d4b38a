import { isIP } from 'node:net';
import type {
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
  Sysctl,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateAppArmor } from './app-armor.js';
import { validateDescending, wrongId } from './checks.js';
import { validateWindowsOptions } from './validate-windows.js';

/** Validates the pod security context (Kubernetes' ValidatePodSecurityContext). */
export function validatePodSecurity(
  { securityContext = {}, shareProcessNamespace, hostPID, hostIPC, hostNetwork }: PodSpec,
  path: string,
): FieldError[] {
  const field = fieldPath(path, 'securityContext');
  const { supplementalGroups = [], sysctls = [] } = securityContext;
  const errors = validateCommon(securityContext, field);
  errors.push(...wrongId(securityContext.fsGroup, fieldPath(field, 'fsGroup')));
  const groups = fieldPath(field, 'supplementalGroups');
  errors.push(...eachError(supplementalGroups, (group, index) => wrongId(group, keyPath(groups, index))));
  if (shareProcessNamespace === true && hostPID === true) {
    const text = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.push(invalid(fieldPath(path, 'shareProcessNamespace'), true, text));
  }
  const ofNode: OfNode[] = [];
  if (hostNetwork === true) ofNode.push('hostNetwork');
  if (hostIPC === true) ofNode.push('hostIPC');
  return [
    ...errors,
    ...validateSysctls(sysctls, fieldPath(field, 'sysctls'), ofNode),
    ...validateWindowsOptions(securityContext.windowsOptions, fieldPath(field, 'windowsOptions')),
  ];
}

/** User namespaces exclude the other host namespaces, except for the network (validateHostUsers). */
export function validateHostUsers(spec: PodSpec, path: string): FieldError[] {
  if (spec.hostUsers !== false) return [];
  // Kubernetes reports these fields with their Go names.
  const fields = { hostNetwork: spec.hostNetwork, HostPID: spec.hostPID, HostIPC: spec.hostIPC };
  const shared = Object.entries(fields).filter(([, isShared]) => isShared === true);
  return shared.map(([name]) => forbidden(fieldPath(path, name), 'when `hostUsers` is false'));
}

/** Validates the security context of a container (Kubernetes' ValidateSecurityContext). */
export function validateSecurity(context: SecurityContext, path: string, usesHostUsers: boolean): FieldError[] {
  const { allowPrivilegeEscalation, privileged, capabilities, procMount } = context;
  const errors = [
    ...validateCommon(context, path),
    ...validateWindowsOptions(context.windowsOptions, fieldPath(path, 'windowsOptions')),
  ];
  if (usesHostUsers && procMount === 'Unmasked') {
    errors.push(invalid(fieldPath(path, 'procMount'), procMount, '`hostUsers` must be false to use `Unmasked`'));
  }
  if (allowPrivilegeEscalation !== false) return errors;
  if (privileged === true) {
    const text = 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true';
    errors.push(invalid(path, context, text));
  }
  if (capabilities?.add?.includes('CAP_SYS_ADMIN') === true) {
    const text = 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN';
    errors.push(invalid(path, context, text));
  }
  return errors;
}

type CommonContext = Pick<PodSecurityContext, 'runAsUser' | 'runAsGroup' | 'seccompProfile' | 'appArmorProfile'>;

function validateCommon(context: CommonContext, path: string): FieldError[] {
  const { runAsUser, runAsGroup, seccompProfile, appArmorProfile } = context;
  const errors = wrongId(runAsUser, fieldPath(path, 'runAsUser'));
  errors.push(...wrongId(runAsGroup, fieldPath(path, 'runAsGroup')));
  if (seccompProfile !== undefined) errors.push(...validateSeccomp(seccompProfile, fieldPath(path, 'seccompProfile')));
  if (appArmorProfile !== undefined) {
    errors.push(...validateAppArmor(appArmorProfile, fieldPath(path, 'appArmorProfile')));
  }
  return errors;
}

function validateSeccomp({ type, localhostProfile }: SeccompProfile, path: string): FieldError[] {
  const field = fieldPath(path, 'localhostProfile');
  if (type === '') {
    return [required(fieldPath(path, 'type'), 'type is required when seccompProfile is set')];
  }
  if (type !== 'Localhost') {
    const text = 'can only be set when seccomp type is Localhost';
    return localhostProfile === undefined ? [] : [invalid(field, localhostProfile, text)];
  }
  if (localhostProfile === undefined) return [required(field, 'must be set when seccomp type is Localhost')];
  return validateDescending(localhostProfile, field);
}

const SYSCTL = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';

type OfNode = 'hostNetwork' | 'hostIPC';

/** Prefixes of sysctls in the network namespace, and in the IPC namespace. */
const SPACES = {
  hostNetwork: ['net.'],
  hostIPC: ['kernel.sem', 'kernel.shm', 'kernel.msg', 'fs.mqueue.'],
} as const;

/** `ofNode` are the host namespaces of the pod, whose sysctls the pod cannot set. */
function validateSysctls(sysctls: readonly Sysctl[], path: string, ofNode: readonly OfNode[]): FieldError[] {
  const names = new Set<string>();
  return eachError(sysctls, ({ name }, index) => {
    const field = fieldPath(keyPath(path, index), 'name');
    if (name === '') return [];
    // Equivalent to the pattern in the error text, without nested quantifiers.
    const parts = name.split(/[./]/);
    const isName = parts.every((part) => /^[-_a-z0-9]+$/.test(part) && !/^[-_]|[-_]$/.test(part));
    if (name.length > 253 || !isName) {
      return [invalid(field, name, `must have at most 253 characters and match regex ${SYSCTL}`)];
    }
    const errors = names.has(name) ? [duplicate(field, name)] : [];
    names.add(name);
    const dotted = name.replaceAll('/', '.');
    for (const space of ofNode) {
      if (SPACES[space].some((start) => dotted.startsWith(start))) {
        errors.push(invalid(field, name, `may not be specified when '${space}' is true`));
      }
    }
    return errors;
  });
}

/** An IP address. */
export function validateAddress(address: string, field: string): FieldError[] {
  if (isIP(address) !== 0) {
    const isMapped = /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address);
    return isMapped ? [invalid(field, address, 'must not be an IPv4-mapped IPv6 address')] : [];
  }
  const plain = address.replace(/(^|\.)0+(?=\d)/g, '$1');
  const text =
    isIP(plain) === 4 ? 'must not have leading 0s' : 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
  return [invalid(field, address, text)];
}
