import type {
  AuditAnnotation,
  ExpressionWarning,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyStatus,
  Validation,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { JsonPathError } from '@pilothouse/apimachinery/jsonpath/error.js';
import { parseJsonPath } from '@pilothouse/apimachinery/jsonpath/parse.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { Environment, ExpressionOptions } from '@pilothouse/cel/admission/environment.js';
import { BOOL, NULL, STRING } from '@pilothouse/cel/types/type.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { validateConditions } from '../definition/conditions.js';
import { newFindings, type Findings } from '../definition/findings.js';
import type { ExpressionCompiler } from './compiler.js';
import { checkMatchConditions } from './match-conditions.js';
import { checkMatchConstraints, haveSameConditions } from './policy-rules.js';
import { checkParamKind } from './parameter-rules.js';
import { checkVariables } from './variable-rules.js';

const FAILURE_POLICIES = ['Fail', 'Ignore'];
const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const MAX_ANNOTATIONS = 20;
const MAX_VALUE_EXPRESSION = 5 * 1024;

/** The errors of a policy. `old` is the stored one; absent on create. */
export function* validatingPolicyErrors(
  { metadata, spec }: ValidatingAdmissionPolicy,
  old: ValidatingAdmissionPolicy | undefined,
  compiler: ExpressionCompiler,
): Steps<readonly FieldError[]> {
  const findings = newFindings();
  const { paramKind, matchConditions = [], variables = [], validations = [], auditAnnotations = [] } = spec;
  const hasParams = paramKind !== undefined;
  checkFailurePolicy(spec, findings);
  if (hasParams) checkParamKind(paramKind, 'spec.paramKind', findings);
  checkMatchConstraints(spec.matchConstraints, findings);
  if (old === undefined || !haveSameConditions(spec, old.spec)) {
    const environment = compiler.environment({ hasParams, hasVariables: false });
    yield* checkMatchConditions(matchConditions, 'spec.matchConditions', environment, findings);
  }
  const environment = compiler.environment({ hasParams, hasVariables: variables.length > 0 });
  yield* checkVariables(variables, 'spec.variables', environment, findings);
  if (validations.length === 0 && auditAnnotations.length === 0) {
    for (const field of ['spec.validations', 'spec.auditAnnotations']) {
      findings.add(required(field, 'validations or auditAnnotations must contain at least one item'));
    }
  }
  for (const [index, validation] of validations.entries()) {
    if (findings.isFull()) break;
    yield* checkValidation(validation, keyPath('spec.validations', index), environment, findings);
  }
  yield* checkAnnotations(auditAnnotations, metadata.name ?? '', environment, findings);
  return findings.errors;
}

function checkFailurePolicy({ failurePolicy = '' }: ValidatingAdmissionPolicySpec, findings: Findings): void {
  if (FAILURE_POLICIES.includes(failurePolicy)) return;
  findings.add(notSupported('spec.failurePolicy', failurePolicy, FAILURE_POLICIES));
}

const LINE_BREAK = /[\n\r]/;

function* checkValidation(
  { expression, message = '', messageExpression = '', reason }: Validation,
  path: string,
  environment: Environment,
  findings: Findings,
): Steps<void> {
  const at = (field: string): string => fieldPath(path, field);
  if (expression.trim() === '') findings.add(required(at('expression'), 'expression is not specified'));
  else {
    const options = { returns: [BOOL], hasAuthorizer: true };
    yield* checkExpression({ text: expression, path: at('expression'), options }, environment, findings);
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    findings.add(invalid(at('messageExpression'), messageExpression, 'must be non-empty if specified'));
  } else if (messageExpression !== '') {
    const options = { returns: [STRING], hasAuthorizer: false };
    const checked = { text: messageExpression, path: at('messageExpression'), options };
    yield* checkExpression(checked, environment, findings);
  }
  if (message !== '' && message.trim() === '') {
    findings.add(invalid(at('message'), message, 'must be non-empty if specified'));
  } else if (LINE_BREAK.test(message.trim())) {
    findings.add(invalid(at('message'), message, 'must not contain line breaks'));
  }
  if (reason !== undefined && !REASONS.includes(reason)) findings.add(notSupported(at('reason'), reason, REASONS));
}

interface CheckedExpression {
  readonly text: string;
  readonly path: string;
  readonly options: ExpressionOptions;
}

function* checkExpression(
  { text, path, options }: CheckedExpression,
  environment: Environment,
  findings: Findings,
): Steps<void> {
  const { problem } = yield* environment.compile(text, options);
  if (problem !== undefined) findings.add(invalid(path, text, problem));
}

function* checkAnnotations(
  annotations: readonly AuditAnnotation[],
  policy: string,
  environment: Environment,
  findings: Findings,
): Steps<void> {
  const path = 'spec.auditAnnotations';
  if (annotations.length > MAX_ANNOTATIONS) {
    findings.add(invalid(path, [...annotations], `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`));
  }
  const keys = new Set<string>();
  for (const [index, annotation] of annotations.entries()) {
    if (findings.isFull()) return;
    const at = keyPath(path, index);
    checkKey(annotation.key, policy, fieldPath(at, 'key'), findings);
    yield* checkValueExpression(annotation.valueExpression, fieldPath(at, 'valueExpression'), environment, findings);
    if (keys.has(annotation.key)) findings.add(duplicate(fieldPath(at, 'key'), annotation.key));
    keys.add(annotation.key);
  }
}

function checkKey(key: string, policy: string, path: string, findings: Findings): void {
  if (policy === '') {
    findings.add(invalid(path, key, 'requires metadata.name be non-empty'));
    return;
  }
  const whole = `${policy}/${key}`;
  for (const problem of qualifiedName(whole)) findings.add(invalid(path, whole, problem));
}

function* checkValueExpression(text: string, path: string, environment: Environment, findings: Findings): Steps<void> {
  const trimmed = text.trim();
  if (trimmed === '') findings.add(required(path, 'valueExpression is not specified'));
  else if (utf8Length(trimmed) > MAX_VALUE_EXPRESSION) {
    findings.add(required(path, `must not exceed ${MAX_VALUE_EXPRESSION} bytes in length`));
  } else {
    const { problem } = yield* environment.compile(trimmed, { returns: [STRING, NULL], hasAuthorizer: true });
    if (problem !== undefined) findings.add(invalid(path, text, problem));
  }
}

/** The errors of the status of a policy. */
export function validatingPolicyStatusErrors({
  typeChecking,
  conditions = [],
}: ValidatingAdmissionPolicyStatus): FieldError[] {
  const path = 'status.typeChecking.expressionWarnings';
  return [
    ...eachError(typeChecking?.expressionWarnings ?? [], (warning, index) =>
      warningErrors(warning, keyPath(path, index)),
    ),
    ...validateConditions(conditions, 'status.conditions'),
  ];
}

function warningErrors({ fieldRef, warning }: ExpressionWarning, path: string): FieldError[] {
  return [
    ...(warning === '' ? [required(fieldPath(path, 'warning'))] : []),
    ...fieldRefErrors(fieldRef.trim(), fieldPath(path, 'fieldRef')),
  ];
}

function fieldRefErrors(fieldRef: string, path: string): FieldError[] {
  if (fieldRef === '') return [required(path)];
  try {
    parseJsonPath(fieldRef);
    return [];
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    return [invalid(path, fieldRef, `invalid JSONPath: ${error.message}`)];
  }
}
