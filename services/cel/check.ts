import type { parse } from '@bufbuild/cel';
import { ROUND } from './functions.js';
import { MATCHES, patternProblem } from './patterns.js';

export type Parsed = ReturnType<typeof parse>;
export type Expression = Parsed['expr'];

/** Names that an expression may use. */
export interface Names {
  readonly variables: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  /** The fields of variables of which all fields are known. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Gets the patterns that stand in the expression. */
  readonly patterns: Set<string>;
}

/** Something in an expression that cannot be evaluated, and where it stands. */
export interface Problem {
  readonly id: bigint;
  readonly message: string;
}

const TYPES = new Set(['int', 'uint', 'double', 'bool', 'string', 'bytes', 'list', 'map', 'null_type', 'type']);

/**
 * Finds names that nobody knows, which else only an evaluation would tell of, and has every round of a loop call `@round`,
 * for which it takes a copy of `guard`, the expression `x() ? y : false`. Changes the expression.
 */
export function prepare(expression: Expression, names: Names, guard: () => Expression): Problem[] {
  const problems: Problem[] = [];
  const walk = (each: Expression | undefined, scope: ReadonlySet<string>): void => {
    if (each === undefined) return;
    const { exprKind: kind, id } = each;
    const complain = (message: string): void => void problems.push({ id, message });
    switch (kind.case) {
      case 'identExpr':
        if (!scope.has(kind.value.name) && !TYPES.has(kind.value.name)) complain(`there is no ${kind.value.name}`);
        return;
      case 'selectExpr': {
        const { operand, field } = kind.value;
        const name = operand && nameOf(operand);
        const fields = name === undefined ? undefined : names.fields.get(name);
        if (fields?.has(field) === false) complain(`there is no ${name}.${field}`);
        return walk(operand, scope);
      }
      case 'callExpr': {
        const { target, args, function: name } = kind.value;
        const space = target && nameOf(target);
        const isQualified = space !== undefined && names.functions.has(`${space}.${name}`);
        if (/^[a-z]/i.test(name) && !isQualified && !names.functions.has(name))
          complain(`there is no function ${name}`);
        const pattern = name === MATCHES ? textIn(args.at(-1)) : undefined;
        if (pattern !== undefined) {
          const problem = patternProblem(pattern);
          if (problem === undefined) names.patterns.add(pattern);
          else complain(problem);
        }
        if (!isQualified) walk(target, scope);
        for (const arg of args) walk(arg, scope);
        return;
      }
      case 'listExpr':
        for (const element of kind.value.elements) walk(element, scope);
        return;
      case 'structExpr':
        if (kind.value.messageName !== '') complain(`there is no type ${kind.value.messageName}`);
        for (const { keyKind, value } of kind.value.entries) {
          if (keyKind.case === 'mapKey') walk(keyKind.value, scope);
          walk(value, scope);
        }
        return;
      case 'comprehensionExpr': {
        const { iterRange, accuInit, accuVar, iterVar, iterVar2, loopCondition, loopStep, result } = kind.value;
        const inner = new Set([...scope, accuVar, iterVar, iterVar2]);
        walk(iterRange, scope);
        walk(accuInit, scope);
        for (const part of [loopCondition, loopStep, result]) walk(part, inner);
        if (loopCondition !== undefined) kind.value.loopCondition = guarded(guard(), loopCondition);
        return;
      }
      case 'constExpr':
      case undefined:
    }
  };
  walk(expression, names.variables);
  return problems;
}

function nameOf({ exprKind }: Expression): string | undefined {
  return exprKind.case === 'identExpr' ? exprKind.value.name : undefined;
}

function textIn(expression: Expression | undefined): string | undefined {
  if (expression?.exprKind.case !== 'constExpr') return undefined;
  const { constantKind } = expression.exprKind.value;
  return constantKind.case === 'stringValue' ? constantKind.value : undefined;
}

/** An error of the condition itself ends a loop, unlike one of its steps. */
function guarded(guard: Expression, condition: Expression): Expression {
  if (guard.exprKind.case !== 'callExpr') throw new TypeError('the guard is no call');
  const [round, , otherwise] = guard.exprKind.value.args;
  if (round?.exprKind.case !== 'callExpr' || otherwise === undefined) throw new TypeError('the guard has no function');
  round.exprKind.value.function = ROUND;
  guard.exprKind.value.args = [round, condition, otherwise];
  return guard;
}
