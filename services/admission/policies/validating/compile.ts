import type {
  AuditAnnotation,
  ValidatingAdmissionPolicy,
  Validation,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import {
  createEnvironment,
  type CompiledExpression,
  type CompiledVariable,
} from '@pilothouse/cel/admission/environment.js';
import type { Library } from '@pilothouse/cel/library/library.js';
import { BOOL, NULL, STRING } from '@pilothouse/cel/types/type.js';
import { compileMatchConditions, type CompiledCondition } from '../../expressions/match-conditions.js';

/** A policy with its compiled expressions. Those that do not compile fail when they are evaluated. */
export interface CompiledPolicy {
  readonly failurePolicy: string;
  readonly conditions: readonly CompiledCondition[];
  readonly variables: readonly CompiledVariable[];
  readonly validations: readonly Validation[];
  /** Those of the validations. */
  readonly expressions: readonly CompiledExpression[];
  readonly messages: readonly (CompiledExpression | undefined)[];
  /** Whether one of them exists. */
  readonly hasMessages: boolean;
  readonly annotations: readonly AuditAnnotation[];
  /** Those of the annotations. */
  readonly values: readonly CompiledExpression[];
  /** Whether an expression can read `namespaceObject`. */
  readonly readsNamespace: boolean;
}

/** Compiles a policy in steps of at most a few tens of milliseconds. */
export function* compilePolicy({ spec }: ValidatingAdmissionPolicy, library: Library): Steps<CompiledPolicy> {
  const { validations = [], auditAnnotations: annotations = [], failurePolicy = 'Fail' } = spec;
  const environment = createEnvironment({ library, hasParams: spec.paramKind !== undefined, hasVariables: true });
  const variables: CompiledVariable[] = [];
  for (const { name, expression } of spec.variables ?? []) {
    variables.push(yield* environment.addVariable(name, expression));
  }
  const conditions = yield* compileMatchConditions(spec.matchConditions ?? [], environment);
  const expressions: CompiledExpression[] = [];
  const messages: (CompiledExpression | undefined)[] = [];
  for (const { expression, messageExpression = '' } of validations) {
    expressions.push(yield* environment.compile(expression, { returns: [BOOL], hasAuthorizer: true }));
    const options = { returns: [STRING], hasAuthorizer: false };
    messages.push(messageExpression === '' ? undefined : yield* environment.compile(messageExpression, options));
  }
  const values: CompiledExpression[] = [];
  for (const { valueExpression } of annotations) {
    values.push(yield* environment.compile(valueExpression, { returns: [STRING, NULL], hasAuthorizer: true }));
  }
  const all = [...variables.map(({ expression }) => expression), ...expressions, ...messages, ...values];
  const readsNamespace = all.some((each) => each?.problem === undefined && each?.variables.has('namespaceObject'));
  return {
    failurePolicy,
    conditions,
    variables,
    validations,
    expressions,
    messages,
    hasMessages: messages.some((message) => message !== undefined),
    annotations,
    values,
    readsNamespace,
  };
}
