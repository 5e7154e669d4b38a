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
  invalid,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateDescending, wrongId } from './checks.js';

/** What is wrong with the rights of a pod (Kubernetes' ValidatePodSecurityContext). */
export function validatePodSecurity(
  { securityContext = {}, shareProcessNamespace, hostPID }: PodSpec,
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
  return [...errors, ...validateSysctls(sysctls, fieldPath(field, 'sysctls'))];
}

/** What is wrong with the rights of a container (Kubernetes' ValidateSecurityContext). */
export function validateSecurity(context: SecurityContext, path: string): FieldError[] {
  const { allowPrivilegeEscalation, privileged, capabilities } = context;
  const errors = validateCommon(context, path);
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

function validateCommon(
  { runAsUser, runAsGroup, seccompProfile }: Pick<PodSecurityContext, 'runAsUser' | 'runAsGroup' | 'seccompProfile'>,
  path: string,
): FieldError[] {
  const errors = wrongId(runAsUser, fieldPath(path, 'runAsUser'));
  errors.push(...wrongId(runAsGroup, fieldPath(path, 'runAsGroup')));
  if (seccompProfile !== undefined) errors.push(...validateSeccomp(seccompProfile, fieldPath(path, 'seccompProfile')));
  return errors;
}

function validateSeccomp({ type, localhostProfile }: SeccompProfile, path: string): FieldError[] {
  const field = fieldPath(path, 'localhostProfile');
  if (type !== 'Localhost') {
    const text = 'can only be set when seccomp type is Localhost';
    return localhostProfile === undefined ? [] : [invalid(field, localhostProfile, text)];
  }
  if (localhostProfile === undefined) return [required(field, 'must be set when seccomp type is Localhost')];
  return validateDescending(localhostProfile, field);
}

const SYSCTL = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';

function validateSysctls(sysctls: readonly Sysctl[], path: string): FieldError[] {
  const names = new Set<string>();
  return eachError(sysctls, ({ name }, index) => {
    const field = fieldPath(keyPath(path, index), 'name');
    if (name === '') return [];
    // The same as the pattern that people are shown, without a loop in a loop.
    const parts = name.split(/[./]/);
    const isName = parts.every((part) => /^[-_a-z0-9]+$/.test(part) && !/^[-_]|[-_]$/.test(part));
    if (name.length > 253 || !isName) {
      return [invalid(field, name, `must have at most 253 characters and match regex ${SYSCTL}`)];
    }
    if (names.has(name)) return [duplicate(field, name)];
    names.add(name);
    return [];
  });
}

/** An address, in one of its usual forms. */
export function validateAddress(address: string, field: string): FieldError[] {
  return isIP(address) === 0 ? [invalid(field, address, 'must be a valid IP address')] : [];
}
