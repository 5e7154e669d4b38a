import type {
  ExpressionWarning,
  ValidatingAdmissionPolicySpec,
  Variable,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { createEnvironment, type Environment } from '@pilothouse/cel/admission/environment.js';
import type { Library } from '@pilothouse/cel/library/library.js';
import type { Type } from '@pilothouse/cel/types/type.js';
import type { GroupVersionKind } from '../../matching/resource.js';
import { kindText } from './types-to-check.js';

/** A kind with the type of its objects. */
export interface TypedKind {
  readonly kind: GroupVersionKind;
  /** Absent for a kind whose values expressions cannot see by type. */
  readonly type?: Type;
}

export interface TypesToCheck {
  readonly kinds: readonly TypedKind[];
  /** The type of the parameters, if it is known. */
  readonly params?: Type;
}

/**
 * Checks the expressions of a policy against the types of its objects, and returns the warnings of its status. It runs in
 * steps of at most a few tens of milliseconds.
 */
export function* typeWarnings(
  spec: ValidatingAdmissionPolicySpec,
  { kinds, params }: TypesToCheck,
  library: Library,
): Generator<void, readonly ExpressionWarning[]> {
  const hasParams = spec.paramKind !== undefined;
  const environments: (readonly [GroupVersionKind, Environment])[] = [];
  for (const { kind, type } of kinds) {
    const types = { ...(type && { object: type, oldObject: type }), ...(params && { params }) };
    const environment = createEnvironment({ library, hasParams, hasVariables: true, types });
    yield* addVariables(environment, spec.variables ?? []);
    environments.push([kind, environment]);
  }
  const warnings: ExpressionWarning[] = [];
  for (const [fieldRef, text] of expressionsOf(spec)) {
    const problems: string[] = [];
    for (const [kind, environment] of environments) {
      const { problem } = yield* environment.compile(text, { hasAuthorizer: true });
      if (problem !== undefined) problems.push(`${kindText(kind)}: ${withoutPrefix(problem)}\n`);
    }
    if (problems.length > 0) warnings.push({ fieldRef, warning: problems.join('\n') });
  }
  return warnings;
}

function* addVariables(environment: Environment, variables: readonly Variable[]): Generator<void, void> {
  for (const { name, expression } of variables) yield* environment.addVariable(name, expression);
}

/** The expressions that are checked, with their fields. */
function* expressionsOf({
  validations = [],
}: ValidatingAdmissionPolicySpec): Generator<readonly [fieldRef: string, expression: string]> {
  for (const [index, { expression, messageExpression = '' }] of validations.entries()) {
    const field = `spec.validations[${index}]`;
    yield [`${field}.expression`, expression];
    if (messageExpression !== '') yield [`${field}.messageExpression`, messageExpression];
  }
}

/** A warning shows only the errors. */
function withoutPrefix(problem: string): string {
  return problem.replace(/^compilation failed: /, '');
}
