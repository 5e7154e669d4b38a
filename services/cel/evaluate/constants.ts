import type { Entry, Expr } from '../syntax/ast.js';

/** Conversions that are constant for a constant argument. */
const CONVERSIONS = new Set(['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'uint']);

/** Whether an expression is constant and free: a literal, or a list, map or conversion of constants. */
export function isConstant(expression: Expr): boolean {
  if (expression.kind === 'list') {
    const { elements } = expression;
    return elements.every(({ value, isOptional }) => !isOptional && isConstant(value));
  }
  if (expression.kind === 'map') {
    const { entries } = expression;
    const isFixed = ({ key, value, isOptional }: Entry): boolean => !isOptional && isConstant(key) && isConstant(value);
    return entries.every(isFixed);
  }
  if (expression.kind !== 'call') return expression.kind === 'literal';
  return CONVERSIONS.has(expression.name) && expression.target === undefined && expression.args.every(isConstant);
}
