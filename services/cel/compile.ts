import { celEnv, isCelError, isCelUint, parse, plan } from '@bufbuild/cel';
import { prepare, type Names, type Parsed } from './check.js';
import { functions } from './functions.js';
import type { Meter } from './meter.js';
import type { Value } from './values.js';

/** Evaluates an expression over variables, and counts on the meter. Throws an Error where the expression has no value. */
export type Program = (variables: Readonly<Record<string, Value>>, meter: Meter) => unknown;

export type Compiled =
  | { readonly ok: true; readonly program: Program }
  /** `line 1, column 5: why`. */
  | { readonly ok: false; readonly problems: readonly string[] };

export type Compile = (text: string, names: Pick<Names, 'variables' | 'fields'>) => Compiled;

/** Makes what compiles CEL expressions: the standard functions and macros, and those of strings. */
export function celCompiler(): Compile {
  /** Of the evaluation that is under way: each is over before the next begins. */
  let current: Meter | undefined;
  /** The patterns that stand in expressions. */
  const patterns = new Set<string>();
  const spend = (rounds: number): void => current?.spend(rounds);
  const env = celEnv({ funcs: functions({ spend, isKnownPattern: (pattern) => patterns.has(pattern) }) });
  const known = new Set([...env.funcs].map(({ name }) => name));
  return (text, names) => {
    let parsed: Parsed;
    try {
      parsed = parse(text);
    } catch (error) {
      return { ok: false, problems: [syntaxProblem(error)] };
    }
    const all = { ...names, functions: known, patterns };
    const problems = prepare(parsed.expr, all, () => parse('x() ? y : false').expr);
    if (problems.length > 0) {
      return { ok: false, problems: problems.map(({ id, message }) => `${placeOf(id, text, parsed)}: ${message}`) };
    }
    const evaluate = plan(env, parsed);
    return {
      ok: true,
      program(variables, meter) {
        const outer = current;
        current = meter;
        try {
          const result: unknown = evaluate(variables);
          // What has been spent in vain must not look like an answer, which `||` could make of it.
          const problem = meter.problem();
          if (problem !== undefined) throw problem;
          if (isCelError(result)) throw new Error(result.message);
          return isCelUint(result) ? result.value : result;
        } finally {
          current = outer;
        }
      },
    };
  };
}

/** The parser writes `<input>:line:column: why`. */
function syntaxProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^<input>:(\d+):(\d+):/, 'line $1, column $2:');
}

function placeOf(id: bigint, text: string, { sourceInfo }: Parsed): string {
  const offset = sourceInfo?.positions[String(id)] ?? 0;
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}
