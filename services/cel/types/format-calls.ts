import { CLAUSE, clauseProblem, wrongArgument } from '../library/format-clauses.js';
import type { Expr } from '../syntax/ast.js';
import { partsOf } from '../syntax/parts.js';
import type { Problem } from '../syntax/problem.js';
import type { Checked } from './checker.js';
import { DYN, runtimeName, type Type } from './type.js';

type Kinds = ReadonlySet<Type['kind']>;

const kinds = (...all: readonly Type['kind'][]): Kinds => new Set(all);
const SCALARS = ['int', 'uint', 'double', 'bool', 'string', 'bytes', 'timestamp', 'duration'] as const;
const TEXTS = kinds('list', 'map', 'type', 'null', ...SCALARS);
const TAKEN: Readonly<Record<string, Kinds | undefined>> = {
  d: kinds('int', 'uint'),
  f: kinds('double', 'string'),
  e: kinds('double', 'string'),
  b: kinds('int', 'uint', 'bool'),
  o: kinds('int', 'uint'),
  x: kinds('int', 'uint', 'string', 'bytes'),
};

/** Checks `'…'.format([…])` with a literal format and list: the clauses and the argument types. */
export function formatProblems(expression: Expr, checked: Checked): Problem[] {
  if (expression.kind !== 'call' || expression.target?.kind !== 'literal') return [];
  const { target, args } = expression;
  const form = target.value;
  const [list] = args;
  const isFormat = checked.calls.get(expression.id)?.overloads.some(({ id }) => id === 'string_format') === true;
  if (!isFormat || typeof form !== 'string' || list?.kind !== 'list') return [];
  const given = list.elements.map(({ value }) => value);
  const problem = (message: string, { at }: Expr = expression): Problem[] => [{ at, message }];
  let next = 0;
  for (const [clause, precision, verb = ''] of form.matchAll(CLAUSE)) {
    if (clause === '%%') continue;
    if (clause === '%') return problem('unexpected end of string');
    const arg = given[next];
    if (arg === undefined) return problem(`index ${next} out of range`);
    const wrong = clauseProblem(precision, verb);
    if (wrong !== undefined) return problem(wrong);
    const misfit = misfitFor(verb, arg, checked);
    if (misfit !== undefined) return problem(wrongArgument(verb, runtimeName(typeOf(misfit, checked))), misfit);
    next += 1;
  }
  if (given.length <= next) return [];
  return problem(`too many arguments supplied to string.format (expected ${next}, got ${given.length})`);
}

/** The argument that the clause does not accept, or its part. */
function misfitFor(verb: string, arg: Expr, checked: Checked): Expr | undefined {
  const taken = TAKEN[verb.toLowerCase()] ?? TEXTS;
  const { kind } = typeOf(arg, checked);
  if (kind !== 'dyn' && !taken.has(kind)) return arg;
  if (taken !== TEXTS || (arg.kind !== 'list' && arg.kind !== 'map')) return undefined;
  for (const part of partsOf(arg)) {
    const misfit = misfitFor(verb, part, checked);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function typeOf({ id }: Expr, { types }: Checked): Type {
  return types.get(id) ?? DYN;
}
