import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingAdmissionPolicySpec,
  Mutation,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import {
  fieldPath,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { Environment } from '@pilothouse/cel/admission/environment.js';
import { MUTATION_FIELDS, MUTATION_OPTIONS } from '@pilothouse/cel/admission/mutations.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { newFindings, type Findings } from '../definition/findings.js';
import { checkBinding } from './binding-rules.js';
import type { ExpressionCompiler } from './compiler.js';
import { checkMatchConditions } from './match-conditions.js';
import { checkMatchConstraints, haveSameConditions } from './policy-rules.js';
import { checkParamKind } from './parameter-rules.js';
import { checkVariables } from './variable-rules.js';

const FAILURE_POLICIES = ['Fail', 'Ignore'];
const REINVOCATION_POLICIES = ['IfNeeded', 'Never'];
const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE'];
const PATCH_TYPES: readonly string[] = Object.keys(MUTATION_FIELDS);

/** The errors of a policy. `old` is the stored one; absent on create. */
export function* mutatingPolicyErrors(
  { spec }: MutatingAdmissionPolicy,
  old: MutatingAdmissionPolicy | undefined,
  compiler: ExpressionCompiler,
): Steps<readonly FieldError[]> {
  const findings = newFindings();
  const { paramKind, matchConstraints, matchConditions = [], variables = [], mutations = [] } = spec;
  const hasParams = paramKind !== undefined;
  checkOneOf(spec, 'failurePolicy', FAILURE_POLICIES, findings);
  if (hasParams) checkParamKind(paramKind, 'spec.paramKind', findings);
  checkMatchConstraints(matchConstraints, findings);
  checkOperations(matchConstraints, 'spec.matchConstraints', findings);
  if (old === undefined || !haveSameConditions(spec, old.spec)) {
    const environment = compiler.environment({ hasParams, hasVariables: false });
    yield* checkMatchConditions(matchConditions, 'spec.matchConditions', environment, findings);
  }
  const environment = compiler.environment({ hasParams, hasVariables: true });
  yield* checkVariables(variables, 'spec.variables', environment, findings);
  if (mutations.length === 0) {
    findings.add(required('spec.mutations', 'mutations must contain at least one item'));
  }
  for (const [index, mutation] of mutations.entries()) {
    if (findings.isFull()) break;
    yield* checkMutation(mutation, keyPath('spec.mutations', index), environment, findings);
  }
  checkOneOf(spec, 'reinvocationPolicy', REINVOCATION_POLICIES, findings);
  return findings.errors;
}

/** The errors of a binding of a policy that changes objects. */
export function mutatingBindingErrors({ spec }: MutatingAdmissionPolicyBinding): readonly FieldError[] {
  const findings = newFindings();
  checkBinding(spec, findings);
  checkOperations(spec.matchResources, 'spec.matchResources', findings);
  return findings.errors;
}

function checkOneOf(
  spec: MutatingAdmissionPolicySpec,
  name: 'failurePolicy' | 'reinvocationPolicy',
  supported: readonly string[],
  findings: Findings,
): void {
  const { [name]: value } = spec;
  const path = fieldPath('spec', name);
  if (value === undefined) findings.add(required(path));
  else if (!supported.includes(value)) findings.add(notSupported(path, value, supported));
}

/** A deletion has no object to change. */
function checkOperations(match: MatchResources | undefined, path: string, findings: Findings): void {
  for (const { operations = [] } of match?.resourceRules ?? []) {
    for (const operation of operations) {
      if (OPERATIONS.includes(operation)) continue;
      findings.add(notSupported(`${path}.resourceRules.operations`, operation, OPERATIONS));
    }
  }
}

function* checkMutation(mutation: Mutation, path: string, environment: Environment, findings: Findings): Steps<void> {
  const { patchType } = mutation;
  if (patchType === '') findings.add(required(fieldPath(path, 'patchType')));
  else if (!isPatchType(patchType)) findings.add(notSupported(fieldPath(path, 'patchType'), patchType, PATCH_TYPES));
  else {
    yield* checkPatch(mutation, { patchType, path }, environment, findings);
    for (const [other, field] of Object.entries(MUTATION_FIELDS)) {
      if (other === patchType || mutation[field] === undefined) continue;
      const why = `must not be specified when patchType is ${patchType}`;
      findings.add(invalid(fieldPath(path, field), `{${field}}`, why));
    }
  }
}

type PatchType = keyof typeof MUTATION_FIELDS;

function isPatchType(name: string): name is PatchType {
  return PATCH_TYPES.includes(name);
}

function* checkPatch(
  mutation: Mutation,
  { patchType, path }: { readonly patchType: PatchType; readonly path: string },
  environment: Environment,
  findings: Findings,
): Steps<void> {
  const field = MUTATION_FIELDS[patchType];
  const patch = mutation[field];
  if (patch === undefined) {
    findings.add(required(fieldPath(path, field), `must be specified when patchType is ${patchType}`));
    return;
  }
  const at = fieldPath(fieldPath(path, field), 'expression');
  const text = (patch.expression ?? '').trim();
  if (text === '') {
    findings.add(required(at));
    return;
  }
  const { problem } = yield* environment.compile(text, MUTATION_OPTIONS[field]);
  if (problem !== undefined) findings.add(invalid(at, text, problem));
}
