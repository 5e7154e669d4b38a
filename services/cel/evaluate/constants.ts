import type { Expr } from '../syntax/ast.js';

/** Conversions whose value is known before any evaluation when that of the argument is. */
const CONVERSIONS = new Set(['bool', 'bytes', 'double', 'duration', 'int', 'string', 'timestamp', 'uint']);

/** Whether an expression has the same value in all evaluations, and costs nothing: a literal, or a list, map or conversion of such. */
export function isConstant(expression: Expr): boolean {
  switch (expression.kind) {
    case 'literal':
      return true;
    case 'list':
      return (
        expression.elements.length > 0 &&
        expression.elements.every(({ value, isOptional }) => !isOptional && isConstant(value))
      );
    case 'map':
      return (
        expression.entries.length > 0 &&
        expression.entries.every(({ key, value, isOptional }) => !isOptional && isConstant(key) && isConstant(value))
      );
    case 'call':
      return CONVERSIONS.has(expression.name) && expression.target === undefined && expression.args.every(isConstant);
    default:
      return false;
  }
}
