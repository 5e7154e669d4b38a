import type { MutatingAdmissionPolicy } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { createEnvironment, type CompiledExpression } from '@pilothouse/cel/admission/environment.js';
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
  readonly variables: ReadonlyMap<string, CompiledExpression>;
  readonly mutations: readonly CompiledMutation[];
  /** Whether an expression can read `namespaceObject`. */
  readonly readsNamespace: boolean;
}

/** Compiles a policy in steps of at most a few tens of milliseconds. */
export function* compilePolicy({ spec }: MutatingAdmissionPolicy, library: Library): Generator<void, CompiledPolicy> {
  const { mutations = [], failurePolicy = 'Fail', reinvocationPolicy } = spec;
  const environment = createEnvironment({ library, hasParams: spec.paramKind !== undefined, hasVariables: true });
  const variables = new Map<string, CompiledExpression>();
  for (const { name, expression } of spec.variables ?? []) {
    variables.set(name, yield* environment.addVariable(name, expression));
  }
  const conditions = yield* compileMatchConditions(spec.matchConditions ?? [], environment);
  const compiled: CompiledMutation[] = [];
  for (const mutation of mutations) {
    const type = mutation.patchType === 'JSONPatch' ? 'JSONPatch' : 'ApplyConfiguration';
    const field = MUTATION_FIELDS[type];
    const text = mutation[field]?.expression ?? '';
    compiled.push({ type, expression: yield* environment.compile(text, MUTATION_OPTIONS[field]) });
  }
  const all = [...variables.values(), ...compiled.map(({ expression }) => expression)];
  return {
    failurePolicy,
    isReinvocable: reinvocationPolicy === 'IfNeeded',
    conditions,
    variables,
    mutations: compiled,
    readsNamespace: all.some((each) => each.problem === undefined && each.variables.has('namespaceObject')),
  };
}
