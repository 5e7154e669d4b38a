import { plan, type Program } from './evaluate/plan.js';
import type { Library } from './library/library.js';
import { parse } from './syntax/parser.js';
import { problemsText, SyntaxProblem } from './syntax/problem.js';
import { check, type Checked } from './types/checker.js';
import type { Type } from './types/type.js';
import { validate } from './types/validators.js';

export type Compiled =
  | { readonly ok: true; readonly checked: Checked; readonly program: Program }
  /** What is wrong, as Kubernetes writes it: a line each, with the place in the text. */
  | { readonly ok: false; readonly problems: string };

/** Parses and checks an expression over variables, whose order is that of the slots of a run. */
export function compileExpression(text: string, variables: ReadonlyMap<string, Type>, library: Library): Compiled {
  try {
    const checked = check(parse(text), variables, library);
    const problems = checked.problems.length > 0 ? checked.problems : validate(checked, library.patterns);
    if (problems.length > 0) return { ok: false, problems: problemsText(text, problems) };
    return { ok: true, checked, program: plan(checked, [...variables.keys()]) };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { ok: false, problems: problemsText(text, [error, ...error.others]) };
    throw error;
  }
}
