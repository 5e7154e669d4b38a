import type { Expr } from '../syntax/ast.js';
import type { Type } from '../types/type.js';
import { UNKNOWN, type Range } from './range.js';

/**
 * The size of the value at a path: the steps from a variable, such as `self`, `spec`, `@items`, `@keys`, `@values`.
 * Undefined if it is unknown.
 */
export type SizeAt = (path: readonly string[]) => number | undefined;

/** An argument of a call, with its size if known. */
export interface Node {
  readonly expression: Expr | undefined;
  readonly type: Type;
  readonly path: readonly string[] | undefined;
  readonly size: Range | undefined;
}

export function sizeOrUnknown({ size }: Node): Range {
  return size ?? UNKNOWN;
}

/** The items of a list. */
export function itemsOf({ type, path }: Node, sizeAt: SizeAt): Node | undefined {
  const item = type.kind === 'list' ? type.item : undefined;
  if (item === undefined) return undefined;
  const inner = path === undefined || path.length === 0 ? undefined : [...path, '@items'];
  const most = inner === undefined ? undefined : sizeAt(inner);
  return {
    expression: undefined,
    type: item,
    path: inner,
    size: most === undefined ? undefined : { min: 0, max: most },
  };
}
