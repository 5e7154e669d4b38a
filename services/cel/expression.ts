import { runWithoutYielding, type Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { plan, type Layout } from './evaluate/plan.js';
import type { Program } from './evaluate/program.js';
import type { Library } from './library/library.js';
import { parse } from './syntax/parser.js';
import { SyntaxProblem, type Problem } from './syntax/problem.js';
import { check, type Checked } from './types/checker.js';
import type { Type } from './types/type.js';
import { validate } from './types/validators.js';

export type Compiled =
  | { readonly ok: true; readonly checked: Checked; readonly program: Program }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Parses and checks an expression. By default, the order of its variables is the order of the slots of a run. */
export function compileExpression(text: string, variables: ReadonlyMap<string, Type>, library: Library): Compiled {
  return runWithoutYielding(compileInSteps(text, variables, library));
}

/** Same in steps of at most a few tens of milliseconds. */
export function* compileInSteps(
  text: string,
  variables: ReadonlyMap<string, Type>,
  library: Library,
  layout: Layout = { names: [...variables.keys()] },
): Steps<Compiled> {
  try {
    const parsed = parse(text, library.hasBindings);
    yield;
    const checked = check(parsed, variables, library);
    if (checked.problems.length > 0) return { ok: false, problems: checked.problems };
    yield;
    const problems = validate(checked, library.patterns);
    if (problems.length > 0) return { ok: false, problems };
    yield;
    return { ok: true, checked, program: plan(checked, layout) };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { ok: false, problems: [error, ...error.others] };
    throw error;
  }
}
