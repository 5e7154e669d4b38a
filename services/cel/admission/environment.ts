import type { Program } from '../evaluate/plan.js';
import { compileInSteps } from '../expression.js';
import type { Library } from '../library/library.js';
import { withPatches } from '../patches/library.js';
import { problemsText } from '../syntax/problem.js';
import { DYN, isSame, listOf, mapOf, runtimeText, type Type } from '../types/type.js';
import { ACCESS_TYPES, ADMISSION_VARIABLES, COMMON_TYPES, objectType, type AdmissionVariable } from './types.js';

/** An expression of admission. The slots of its program are `ADMISSION_VARIABLES`. */
export type CompiledExpression =
  | {
      readonly problem: undefined;
      readonly text: string;
      readonly type: Type;
      readonly program: Program;
      /** The variables that it reads. */
      readonly variables: ReadonlySet<string>;
      /** Their slots. */
      readonly slots: readonly number[];
    }
  | {
      /** Why it does not compile, in Kubernetes' words. */
      readonly problem: string;
      readonly text: string;
    };

export interface EnvironmentOptions {
  readonly library: Library;
  /** Whether there are parameters. */
  readonly hasParams: boolean;
  /** Whether expressions can read `variables`. */
  readonly hasVariables: boolean;
  /** Types for checks against the schemas of kinds, in place of dyn. */
  readonly types?: Partial<Record<'object' | 'oldObject' | 'params', Type>>;
}

export interface ExpressionOptions {
  /** The allowed types of the value; all when absent. A value of an unknown type is not allowed, as in Kubernetes. */
  readonly returns?: readonly Type[];
  /** Whether it can check permissions. */
  readonly hasAuthorizer: boolean;
  /** Whether it can make patches. */
  readonly hasPatches?: boolean;
}

/** The environment of the expressions of one webhook or policy. */
export interface Environment {
  /** Compiles in steps of at most a few tens of milliseconds. */
  compile(text: string, options: ExpressionOptions): Generator<void, CompiledExpression>;
  /** The same for a variable, which the expressions that are compiled later can read. */
  addVariable(name: string, text: string): Generator<void, CompiledExpression>;
}

/** Creates an environment. The variables of policies are added to it. */
export function createEnvironment({ library, hasParams, hasVariables, types = {} }: EnvironmentOptions): Environment {
  const added = new Map<string, Type>();
  const shared: (readonly [AdmissionVariable, Type])[] = [
    ['object', types.object ?? COMMON_TYPES.object],
    ['oldObject', types.oldObject ?? COMMON_TYPES.oldObject],
    ['namespaceObject', COMMON_TYPES.namespaceObject],
    ['request', COMMON_TYPES.request],
  ];
  if (hasParams) shared.push(['params', types.params ?? DYN]);
  if (hasVariables) shared.push(['variables', objectType('kubernetes.variables', added)]);
  const withoutAccess: ReadonlyMap<string, Type> = new Map(shared);
  const withAccess: ReadonlyMap<string, Type> = new Map([...shared, ...Object.entries(ACCESS_TYPES)]);

  function* compile(text: string, options: ExpressionOptions): Generator<void, CompiledExpression> {
    const { returns, hasAuthorizer, hasPatches = false } = options;
    const variables = hasAuthorizer ? withAccess : withoutAccess;
    const functions = hasPatches ? withPatches(library) : library;
    const compiled = yield* compileInSteps(text, variables, functions, ADMISSION_VARIABLES);
    if (!compiled.ok) return { text, problem: `compilation failed: ${problemsText(text, compiled.problems)}` };
    const { checked, program } = compiled;
    const problem = typeProblem(checked.type, returns);
    if (problem !== undefined) return { text, problem };
    const slots = ADMISSION_VARIABLES.flatMap((name, slot) => (checked.variables.has(name) ? [slot] : []));
    return { text, problem, type: checked.type, program, variables: checked.variables, slots };
  }

  return {
    compile,
    *addVariable(name, text) {
      const compiled = yield* compile(text, { hasAuthorizer: true });
      added.set(name, compiled.problem === undefined ? fieldType(compiled.type) : DYN);
      return compiled;
    },
  };
}

function typeProblem(type: Type, returns: readonly Type[] | undefined): string | undefined {
  if (returns === undefined || returns.some((each) => isSame(each, type))) return undefined;
  const names = returns.map(runtimeText);
  const wanted = names.length === 1 ? names.join('') : `one of [${names.join(' ')}]`;
  return `must evaluate to ${wanted} but got ${runtimeText(type)}`;
}

const OTHERS: ReadonlySet<Type['kind']> = new Set(['object', 'named', 'param', 'type', 'error']);

/** The type of a variable for other expressions. Types of objects and libraries are not kept, as in Kubernetes. */
function fieldType(type: Type): Type {
  if (type.kind === 'list') return listOf(fieldType(type.item));
  if (type.kind === 'map') return mapOf(fieldType(type.key), fieldType(type.value));
  return OTHERS.has(type.kind) ? DYN : type;
}
