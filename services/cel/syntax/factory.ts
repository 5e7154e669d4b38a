import type { Value } from '../values/value.js';
import {
  ACCUMULATOR,
  type Call,
  type Comprehension,
  type Element,
  type Entry,
  type Expr,
  type Field,
  type Ident,
  type ListLiteral,
  type Literal,
  type MapLiteral,
  type MessageLiteral,
  type Select,
} from './ast.js';
import { SyntaxProblem } from './problem.js';

/**
 * Limit of AST nodes after macro expansion: checking this many takes tens of milliseconds. Kubernetes limits only the
 * length, and a node rarely takes less than five characters. `optMap` duplicates its target, so a chain of it grows
 * polynomially.
 */
const MAX_NODES = 10_000;

type Loop = Pick<Comprehension, 'range' | 'variable' | 'init' | 'condition' | 'step' | 'result'> &
  Partial<Pick<Comprehension, 'variable2' | 'accumulator'>>;

/** Creates the nodes of one expression with unique ids. `at` is the position in the text. */
export interface Factory {
  readonly literal: (at: number, value: Value) => Literal;
  readonly ident: (at: number, name: string) => Ident;
  readonly select: (at: number, operand: Expr, field: string, isTest?: boolean) => Select;
  readonly call: (at: number, name: string, args: readonly Expr[], target?: Expr) => Call;
  readonly list: (at: number, elements: readonly Element[]) => ListLiteral;
  readonly map: (at: number, entries: readonly Entry[]) => MapLiteral;
  readonly message: (at: number, name: string, fields: readonly Field[]) => MessageLiteral;
  readonly loop: (at: number, loop: Loop) => Comprehension;
}

export function createFactory(): Factory {
  let last = 0;
  const id = (): number => {
    if (last >= MAX_NODES) throw new SyntaxProblem(undefined, `expression has more than ${MAX_NODES} parts`);
    return (last += 1);
  };
  return {
    literal: (at, value) => ({ kind: 'literal', id: id(), at, value }),
    ident: (at, name) => ({ kind: 'ident', id: id(), at, name }),
    select: (at, operand, field, isTest = false) => ({ kind: 'select', id: id(), at, operand, field, isTest }),
    call: (at, name, args, target) => ({ kind: 'call', id: id(), at, name, target, args }),
    list: (at, elements) => ({ kind: 'list', id: id(), at, elements }),
    map: (at, entries) => ({ kind: 'map', id: id(), at, entries }),
    message: (at, name, fields) => ({ kind: 'message', id: id(), at, name, fields }),
    loop: (at, loop) => ({
      kind: 'comprehension',
      id: id(),
      at,
      variable2: undefined,
      accumulator: ACCUMULATOR,
      ...loop,
    }),
  };
}
