import type { MutatingAdmissionPolicy } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import {
  createEnvironment,
  type CompiledExpression,
  type CompiledVariable,
} from '@pilothouse/cel/admission/environment.js';
import { MUTATION_FIELDS, MUTATION_OPTIONS } from '@pilothouse/cel/admission/mutations.js';
import type { Library } from '@pilothouse/cel/library/library.js';
import { compileMatchConditions, type CompiledCondition } from '../../expressions/match-conditions.js';

/** A mutation of a policy. */
export interface CompiledMutation {
  readonly type: keyof typeof MUTATION_FIELDS;
  readonly expression: CompiledExpression;
}

/** A policy with its compiled expressions. Those that do not compile fail when they are evaluated. */
export interface CompiledPolicy {
  readonly failurePolicy: string;
  readonly isReinvocable: boolean;
  readonly conditions: readonly CompiledCondition[];
  readonly variables: readonly CompiledVariable[];
  readonly mutations: readonly CompiledMutation[];
  /** Whether an expression can read `namespaceObject`. */
  readonly readsNamespace: boolean;
}

/** Compiles a policy in steps of at most a few tens of milliseconds. */
export function* compilePolicy({ spec }: MutatingAdmissionPolicy, library: Library): Steps<CompiledPolicy> {
  const { mutations = [], failurePolicy = 'Fail', reinvocationPolicy } = spec;
  const environment = createEnvironment({ library, hasParams: spec.paramKind !== undefined, hasVariables: true });
  const variables: CompiledVariable[] = [];
  for (const { name, expression } of spec.variables ?? []) {
    variables.push(yield* environment.addVariable(name, expression));
  }
  const conditions = yield* compileMatchConditions(spec.matchConditions ?? [], environment);
  const compiled: CompiledMutation[] = [];
  for (const mutation of mutations) {
    const type = mutation.patchType === 'JSONPatch' ? 'JSONPatch' : 'ApplyConfiguration';
    const field = MUTATION_FIELDS[type];
    const text = mutation[field]?.expression ?? '';
    compiled.push({ type, expression: yield* environment.compile(text, MUTATION_OPTIONS[field]) });
  }
  const all = [...variables.map(({ expression }) => expression), ...compiled.map(({ expression }) => expression)];
  return {
    failurePolicy,
    isReinvocable: reinvocationPolicy === 'IfNeeded',
    conditions,
    variables,
    mutations: compiled,
    readsNamespace: all.some((each) => each.problem === undefined && each.variables.has('namespaceObject')),
  };
}
