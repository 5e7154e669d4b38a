import type { Expr } from './ast.js';

/** The direct subexpressions. */
export function partsOf(expression: Expr): readonly Expr[] {
  switch (expression.kind) {
    case 'select':
      return [expression.operand];
    case 'call':
      return expression.target === undefined ? expression.args : [expression.target, ...expression.args];
    case 'list':
      return expression.elements.map(({ value }) => value);
    case 'message':
      return expression.fields.map(({ value }) => value);
    case 'map':
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case 'comprehension': {
      const { range, init, condition, step, result } = expression;
      return [range, init, condition, step, result];
    }
    case 'literal':
    case 'ident':
      return [];
  }
}
