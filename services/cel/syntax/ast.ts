import type { Value } from '../values/value.js';

/** An expression. `id` is unique in its expression; `at` is where it stands in the text, in UTF-16 code units. */
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

/** `operand.field`; within `has`, a test whether the field is there. */
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
  /** The value is an optional, which is left out when it is none. */
  readonly isOptional: boolean;
}

export interface MapLiteral extends Node {
  readonly kind: 'map';
  readonly entries: readonly Entry[];
}

export interface Entry extends Element {
  readonly key: Expr;
}

/** Such as `Quantity{}`. No type that rules can see can be made in this way, so that the checker refuses each. */
export interface MessageLiteral extends Node {
  readonly kind: 'message';
  readonly name: string;
}

/**
 * What macros such as `all` become: a loop over `range`. The accumulator is `init` at first and then the value of `step` after each
 * round; rounds go on while `condition` is true; the value is that of `result`.
 */
export interface Comprehension extends Node {
  readonly kind: 'comprehension';
  readonly range: Expr;
  readonly variable: string;
  /** The value, where `variable` is the index or key. */
  readonly variable2: string | undefined;
  readonly accumulator: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** The accumulator of macros; no expression can spell it. */
export const ACCUMULATOR = '@result';

/** A comprehension without rounds, by which macros name a value. */
export function isBinding({ range, condition, accumulator }: Comprehension): boolean {
  return (
    range.kind === 'list' &&
    range.elements.length === 0 &&
    condition.kind === 'literal' &&
    condition.value === false &&
    accumulator !== ACCUMULATOR
  );
}
