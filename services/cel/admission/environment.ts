import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import type { Program } from '../evaluate/program.js';
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

/** A variable of a policy. Its value lives in a slot of the run, too. */
export interface CompiledVariable {
  readonly name: string;
  readonly slot: number;
  readonly expression: CompiledExpression;
}

/** The environment of the expressions of one webhook or policy. One run can evaluate all of them. */
export interface Environment {
  /** Compiles in steps of at most a few tens of milliseconds. */
  compile(text: string, options: ExpressionOptions): Steps<CompiledExpression>;
  /** The same for a variable, which the expressions that are compiled later can read. */
  addVariable(name: string, text: string): Steps<CompiledVariable>;
}

/** Creates an environment. The variables of policies are added to it. */
export function createEnvironment({ library, hasParams, hasVariables, types = {} }: EnvironmentOptions): Environment {
  const added = new Map<string, Type>();
  const slotsOf = new Map<string, number>();
  const members = new Map([[ADMISSION_VARIABLES.indexOf('variables'), slotsOf]]);
  /** What the variables take, which are evaluated within other expressions. */
  let taken: Pick<Program, 'slots' | 'parts'> = { slots: ADMISSION_VARIABLES.length, parts: 0 };
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

  function* compile(text: string, options: ExpressionOptions): Steps<CompiledExpression> {
    const { returns, hasAuthorizer, hasPatches = false } = options;
    const variables = hasAuthorizer ? withAccess : withoutAccess;
    const functions = hasPatches ? withPatches(library) : library;
    const layout = { names: ADMISSION_VARIABLES, members, after: taken };
    const compiled = yield* compileInSteps(text, variables, functions, layout);
    if (!compiled.ok) return { text, problem: `compilation failed: ${problemsText(text, compiled.problems)}` };
    const { checked, program } = compiled;
    const problem = typeProblem(checked.type, returns);
    if (problem !== undefined) return { text, problem };
    return { text, problem, type: checked.type, program, variables: checked.variables };
  }

  return {
    compile,
    *addVariable(name, text) {
      const slot = taken.slots;
      taken = { ...taken, slots: slot + 1 };
      const expression = yield* compile(text, { hasAuthorizer: true });
      if (expression.problem === undefined) taken = expression.program;
      added.set(name, expression.problem === undefined ? fieldType(expression.type) : DYN);
      slotsOf.set(name, slot);
      return { name, slot, expression };
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
