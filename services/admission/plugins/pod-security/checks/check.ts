import type { Container, EphemeralContainer, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';

/** A pod, or the template of a pod, as the checks see it. */
export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
  /** Init, regular and ephemeral containers, in this order. */
  readonly containers: readonly AnyContainer[];
}

export type AnyContainer = Container | EphemeralContainer;

/** Why a pod violates a check. */
export interface Violation {
  /** Such as `host namespaces`. Warnings about existing pods contain nothing else. */
  readonly reason: string;
  /** Such as `hostPID=true`. Never empty. */
  readonly detail: string;
}

/** Undefined if the pod passes. */
export type CheckPod = (pod: CheckedPod) => Violation | undefined;

export interface Check {
  /** Unique. Checks run in the order of their ids, those of baseline first. */
  readonly id: string;
  /** Checks of baseline also apply to restricted, unless a check of restricted replaces them. */
  readonly level: 'baseline' | 'restricted';
  /** In increasing order. A version of the policy uses the last one that is not newer. */
  readonly versions: readonly VersionedCheck[];
}

export interface VersionedCheck {
  /** The minor version of Kubernetes from which the check applies: 25 for v1.25. */
  readonly since: number;
  readonly check: CheckPod;
  /** The id of the check of baseline that this check of restricted replaces. */
  readonly replaces?: string;
}

/** Since v1.25, pods that declare Windows pass checks of fields that Windows does not have. */
export function exceptWindows(check: CheckPod): CheckPod {
  return (pod) => (pod.spec.os?.name === 'windows' ? undefined : check(pod));
}

/** Since v1.35, pods in a user namespace pass checks of values that harm only the host's users. */
export function exceptUserNamespaces(check: CheckPod): CheckPod {
  return (pod) => (pod.spec.hostUsers === false ? undefined : check(pod));
}
