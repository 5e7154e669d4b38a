import type { PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Check, CheckedPod, CheckPod, Violation } from './checks/check.js';
import type { LevelVersion } from './level.js';

/** The violations of a pod, in the order of the checks. */
export type Evaluate = (policy: LevelVersion, pod: CheckedPod) => readonly Violation[];

/** The checks of each version: baseline and restricted by minor version. */
interface VersionChecks {
  readonly baseline: readonly CheckPod[];
  readonly restricted: readonly CheckPod[];
}

const NONE: readonly Violation[] = [];

/** Prepares the checks of all versions. Versions after the last change of a check have the checks of that version. */
export function createEvaluate(checks: readonly Check[]): Evaluate {
  const newest = Math.max(...checks.flatMap(({ versions }) => versions.map(({ since }) => since)));
  const ordered = checks.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const byMinor = Array.from({ length: newest + 1 }, (_, minor) => checksOf(ordered, minor));
  return ({ level, version }, pod) => {
    if (level === 'privileged') return NONE;
    const violations: Violation[] = [];
    for (const check of byMinor[Math.min(version.minor, newest)]?.[level] ?? []) {
      const violation = check(pod);
      if (violation !== undefined) violations.push(violation);
    }
    return violations;
  };
}

function checksOf(ordered: readonly Check[], minor: number): VersionChecks {
  const current = ordered.flatMap(({ id, level, versions }) => {
    const version = versions.findLast(({ since }) => since <= minor);
    return version === undefined ? [] : [{ ...version, id, level }];
  });
  const replaced = new Set(current.map(({ replaces }) => replaces));
  const baseline = current.filter(({ level }) => level === 'baseline');
  const restricted = current.filter(({ level }) => level === 'restricted');
  return {
    baseline: baseline.map(({ check }) => check),
    restricted: [...baseline.filter(({ id }) => !replaced.has(id)), ...restricted].map(({ check }) => check),
  };
}

/** A pod or a template as the checks see it. */
export function checkedPod(annotations: Readonly<Record<string, string>> | undefined, spec: PodSpec): CheckedPod {
  const { initContainers, containers, ephemeralContainers } = spec;
  const isPlain = initContainers === undefined && ephemeralContainers === undefined;
  return {
    annotations: annotations ?? {},
    spec,
    containers: isPlain ? containers : [...(initContainers ?? []), ...containers, ...(ephemeralContainers ?? [])],
  };
}

/** `host namespaces (hostPID=true), privileged (…)`. */
export function violationsText(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');
}

/** `host namespaces, privileged`. */
export function reasonsText(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(', ');
}
