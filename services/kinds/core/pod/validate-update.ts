import type {
  Container,
  EphemeralContainer,
  Pod,
  PodSpec,
  Toleration,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { eachError, forbidden, invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { withMembersOf } from '../../definition/copy-members.js';
import { isGated, validateGatedUpdate, validateGateUpdate, withFormerNodeAffinity } from './scheduling-gates.js';

const MUTABLE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** Validates an update of a pod (Kubernetes' ValidatePodUpdate). */
export function validatePodUpdate({ spec }: Pod, { spec: before }: Pod): FieldError[] {
  const lists = (['containers', 'initContainers'] as const).flatMap((name) => {
    const isSame = (spec[name] ?? []).length === (before[name] ?? []).length;
    return isSame ? [] : [forbidden(`spec.${name}`, 'pod updates may not add or remove containers')];
  });
  if (lists.length > 0) return lists;
  return [
    ...validateDeadline(spec, before),
    ...validateTolerations(spec.tolerations ?? [], before.tolerations ?? []),
    ...validateGateUpdate(spec, before),
    ...(isGated(before) ? validateGatedUpdate(spec, before) : []),
    ...(deepEqual(withMutableOf(spec, before), before) ? [] : [forbidden('spec', MUTABLE)]),
  ];
}

/** The spec with all mutable fields as before. */
function withMutableOf(spec: PodSpec, before: PodSpec): PodSpec {
  const kept = withMembersOf(spec, before, ['activeDeadlineSeconds', 'tolerations', 'schedulingGates']);
  if (isGated(before)) {
    if (before.nodeSelector === undefined) delete kept.nodeSelector;
    else kept.nodeSelector = before.nodeSelector;
    const affinity = withFormerNodeAffinity(spec.affinity, before.affinity);
    if (affinity === undefined) delete kept.affinity;
    else kept.affinity = affinity;
  }
  kept.containers = withImages(spec.containers, before.containers);
  if (spec.initContainers !== undefined) {
    kept.initContainers = withImages(spec.initContainers, before.initContainers ?? []);
  }
  const seconds = before.terminationGracePeriodSeconds;
  if (seconds !== undefined && seconds < 0 && Number(spec.terminationGracePeriodSeconds) === 1) {
    kept.terminationGracePeriodSeconds = seconds;
  }
  return kept;
}

function withImages(containers: readonly Container[], before: readonly Container[]): Container[] {
  return containers.map((container, index) => withMembersOf(container, before[index] ?? container, ['image']));
}

/** A deadline can be set and shortened. */
function validateDeadline(spec: PodSpec, before: PodSpec): FieldError[] {
  const field = 'spec.activeDeadlineSeconds';
  const [after, old] = [spec.activeDeadlineSeconds, before.activeDeadlineSeconds];
  if (old === undefined) return [];
  if (after === undefined) return [invalid(field, null, 'must not update from a positive integer to nil value')];
  return after > old ? [invalid(field, after, 'must be less than or equal to previous value')] : [];
}

/** Tolerations can be added. The time of an existing one can change. */
function validateTolerations(tolerations: readonly Toleration[], before: readonly Toleration[]): FieldError[] {
  const present = new Set(tolerations.map(identityOf));
  const text = 'existing toleration can not be modified except its tolerationSeconds';
  return before.every((old) => present.has(identityOf(old))) ? [] : [forbidden('spec.tolerations', text)];
}

/** The identity of a toleration: all fields except its time. */
function identityOf({ key = '', operator = '', value = '', effect = '' }: Toleration): string {
  return JSON.stringify([key, operator, value, effect]);
}

/** Ephemeral containers can only be added (Kubernetes' ValidatePodEphemeralContainersUpdate). */
export function validateEphemeralUpdate({ spec }: Pod, { spec: before }: Pod): FieldError[] {
  const field = 'spec.ephemeralContainers';
  const present = new Map((spec.ephemeralContainers ?? []).map((container) => [container.name, container]));
  return eachError(before.ephemeralContainers ?? [], (old: EphemeralContainer) => {
    const container = present.get(old.name);
    const what = `existing ephemeral containers ${JSON.stringify(old.name)} may not be`;
    if (container === undefined) return [forbidden(field, `${what} removed`)];
    return deepEqual(container, old) ? [] : [forbidden(field, `${what} changed`)];
  });
}
