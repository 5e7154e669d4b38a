import type {
  ValidatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicyBindingSpec,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import {
  duplicate,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { newFindings, type Findings } from '../definition/findings.js';
import { checkMatchResources } from './match-resources.js';
import { checkParamRef } from './parameter-rules.js';

const ACTIONS = ['Audit', 'Deny', 'Warn'];

/** The errors of a binding of a policy that refuses objects. */
export function validatingBindingErrors({ spec }: ValidatingAdmissionPolicyBinding): readonly FieldError[] {
  const findings = newFindings();
  checkBinding(spec, findings);
  checkActions(spec.validationActions ?? [], findings);
  return findings.errors;
}

/** Validates what bindings of all policies have in common. */
export function checkBinding(
  { policyName = '', paramRef, matchResources }: Omit<ValidatingAdmissionPolicyBindingSpec, 'validationActions'>,
  findings: Findings,
): void {
  const path = 'spec.policyName';
  if (policyName === '') findings.add(required(path));
  else for (const problem of dnsSubdomain(policyName)) findings.add(invalid(path, policyName, problem));
  if (paramRef !== undefined) checkParamRef(paramRef, 'spec.paramRef', findings);
  if (matchResources !== undefined) checkMatchResources(matchResources, 'spec.matchResources', findings);
}

function checkActions(actions: readonly string[], findings: Findings): void {
  const path = 'spec.validationActions';
  const seen = new Set<string>();
  for (const [index, action] of actions.entries()) {
    const at = keyPath(path, index);
    if (!ACTIONS.includes(action)) findings.add(notSupported(at, action, ACTIONS));
    if (seen.has(action)) findings.add(duplicate(at, action));
    seen.add(action);
  }
  if (seen.has('Deny') && seen.has('Warn')) {
    const why = 'repeating the same validation failure information in the API response and headers serves no purpose';
    findings.add(invalid(path, [...actions], `must not contain both Deny and Warn (${why})`));
  }
  if (actions.length === 0) findings.add(required(path, 'at least one validation action is required'));
}
