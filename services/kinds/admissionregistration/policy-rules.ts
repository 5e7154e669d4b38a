import type {
  MatchResources,
  MutatingAdmissionPolicySpec,
  ValidatingAdmissionPolicySpec,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { fieldPath, required } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../definition/findings.js';
import { checkMatchResources } from './match-resources.js';

/** Validates the requests of a policy. */
export function checkMatchConstraints(matchConstraints: MatchResources | undefined, findings: Findings): void {
  const path = 'spec.matchConstraints';
  if (matchConstraints === undefined) {
    findings.add(required(path));
    return;
  }
  checkMatchResources(matchConstraints, path, findings);
  if ((matchConstraints.resourceRules ?? []).length === 0) findings.add(required(fieldPath(path, 'resourceRules')));
}

type Conditions = Pick<ValidatingAdmissionPolicySpec & MutatingAdmissionPolicySpec, 'paramKind' | 'matchConditions'>;

/** Unchanged conditions were valid, and are not checked again. */
export function haveSameConditions(spec: Conditions, old: Conditions): boolean {
  return (
    deepEqual(spec.paramKind ?? null, old.paramKind ?? null) &&
    deepEqual(spec.matchConditions ?? [], old.matchConditions ?? [])
  );
}
