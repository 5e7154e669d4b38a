import type { Value } from '../values/value.js';

/** An expression. `id` is unique in its tree; `at` is its position in UTF-16 code units. */
export type Expr = Literal | Ident | Select | Call | ListLiteral | MapLiteral | MessageLiteral | Comprehension;

interface Node {
  readonly id: number;
  readonly at: number;
}

export interface Literal extends Node {
  readonly kind: 'literal';
  readonly value: Value;
}

export interface Ident extends Node {
  readonly kind: 'ident';
  readonly name: string;
}

/** `operand.field`; in `has`, a presence test. */
export interface Select extends Node {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  readonly isTest: boolean;
}

/** Operators are functions with names such as `_+_`. */
export interface Call extends Node {
  readonly kind: 'call';
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

export interface ListLiteral extends Node {
  readonly kind: 'list';
  readonly elements: readonly Element[];
}

export interface Element {
  readonly value: Expr;
  /** An optional element; omitted if its value is `optional.none()`. */
  readonly isOptional: boolean;
}

export interface MapLiteral extends Node {
  readonly kind: 'map';
  readonly entries: readonly Entry[];
}

export interface Entry extends Element {
  readonly key: Expr;
}

/** The construction of an object, such as `Object.spec{replicas: 3}`. */
export interface MessageLiteral extends Node {
  readonly kind: 'message';
  readonly name: string;
  readonly fields: readonly Field[];
}

/** `at` is the position of the colon. */
export interface Field extends Element {
  readonly name: string;
  readonly at: number;
}

/**
 * The expansion of macros such as `all`: a fold over `range`. The accumulator starts with `init` and becomes `step`
 * after each iteration while `condition` is true. The value is `result`.
 */
export interface Comprehension extends Node {
  readonly kind: 'comprehension';
  readonly range: Expr;
  readonly variable: string;
  /** The value, if `variable` is the index or key. */
  readonly variable2: string | undefined;
  readonly accumulator: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** The accumulator variable of macros; no expression can name it. */
export const ACCUMULATOR = '@result';

/** A comprehension without iterations, by which macros bind a variable. */
export function isBinding({ range, condition, accumulator }: Comprehension): boolean {
  return (
    range.kind === 'list' &&
    range.elements.length === 0 &&
    condition.kind === 'literal' &&
    condition.value === false &&
    accumulator !== ACCUMULATOR
  );
}
