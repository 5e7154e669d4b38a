import { ACCUMULATOR, type Expr } from './ast.js';
import type { Factory } from './factory.js';
import { SyntaxProblem } from './problem.js';

/** A macro call. */
interface Use {
  readonly make: Factory;
  readonly at: number;
  readonly target: Expr;
  readonly args: readonly Expr[];
}

type Macro = (use: Use) => Expr;

/** Expands a macro call; undefined for a function call. Throws a SyntaxProblem. */
export function expandMacro(
  make: Factory,
  at: number,
  name: string,
  target: Expr | undefined,
  args: readonly Expr[],
): Expr | undefined {
  if (target === undefined) return name === 'has' && args.length === 1 ? has(make, at, arg(args, 0)) : undefined;
  return MACROS.get(`${name}/${args.length}`)?.({ make, at, target, args });
}

/** Expands `cel.bind(name, value, expression)`; undefined for another call. Throws a SyntaxProblem. */
export function expandBinding(
  make: Factory,
  at: number,
  name: string,
  target: Expr,
  args: readonly Expr[],
): Expr | undefined {
  if (name !== 'bind' || args.length !== 3 || target.kind !== 'ident' || target.name !== 'cel') return undefined;
  const variable = arg(args, 0);
  if (variable.kind !== 'ident') {
    throw new SyntaxProblem(variable.at, 'cel.bind() variable names must be simple identifiers');
  }
  return binding({ make, at, target, args }, variable.name, arg(args, 1), arg(args, 2));
}

const MACROS: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['all/2', quantifier(all)],
  ['all/3', quantifier(all)],
  ['exists/2', quantifier(exists)],
  ['exists/3', quantifier(exists)],
  ['exists_one/2', quantifier(existsOne)],
  ['exists_one/3', quantifier(existsOne)],
  ['existsOne/2', quantifier(existsOne)],
  ['existsOne/3', quantifier(existsOne)],
  ['map/2', (use) => transform(use, [variable(use, 0)], undefined, 1)],
  ['map/3', (use) => transform(use, [variable(use, 0)], 1, 2)],
  ['filter/2', filter],
  ['transformList/3', (use) => transform(use, twoVariables(use), undefined, 2)],
  ['transformList/4', (use) => transform(use, twoVariables(use), 2, 3)],
  ['transformMap/3', (use) => transformMap(use, undefined, 2)],
  ['transformMap/4', (use) => transformMap(use, 2, 3)],
  ['transformMapEntry/3', (use) => transformMapEntry(use, undefined, 2)],
  ['transformMapEntry/4', (use) => transformMapEntry(use, 2, 3)],
  ['sortBy/2', sortBy],
  ['optMap/2', (use) => optional(use, 'optMap', (found) => use.make.call(use.at, 'of', [found], optionalName(use)))],
  ['optFlatMap/2', (use) => optional(use, 'optFlatMap', (found) => found)],
]);

function has(make: Factory, at: number, operand: Expr): Expr {
  if (operand.kind === 'select' && !operand.isTest) return make.select(at, operand.operand, operand.field, true);
  throw new SyntaxProblem(operand.at, 'invalid argument to has() macro');
}

interface Quantifier {
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

function quantifier(parts: (use: Use, predicate: Expr) => Quantifier): Macro {
  return (use) => {
    const variables = use.args.length === 2 ? [variable(use, 0)] : twoVariables(use);
    return loop(use, variables, parts(use, arg(use.args, -1)));
  };
}

function all({ make, at }: Use, predicate: Expr): Quantifier {
  return {
    init: make.literal(at, true),
    condition: make.call(at, '@not_strictly_false', [make.ident(at, ACCUMULATOR)]),
    step: make.call(at, '_&&_', [make.ident(at, ACCUMULATOR), predicate]),
    result: make.ident(at, ACCUMULATOR),
  };
}

function exists({ make, at }: Use, predicate: Expr): Quantifier {
  return {
    init: make.literal(at, false),
    condition: make.call(at, '@not_strictly_false', [make.call(at, '!_', [make.ident(at, ACCUMULATOR)])]),
    step: make.call(at, '_||_', [make.ident(at, ACCUMULATOR), predicate]),
    result: make.ident(at, ACCUMULATOR),
  };
}

function existsOne({ make, at }: Use, predicate: Expr): Quantifier {
  const more = make.call(at, '_+_', [make.ident(at, ACCUMULATOR), make.literal(at, 1n)]);
  return {
    init: make.literal(at, 0n),
    condition: make.literal(at, true),
    step: make.call(at, '_?_:_', [predicate, more, make.ident(at, ACCUMULATOR)]),
    result: make.call(at, '_==_', [make.ident(at, ACCUMULATOR), make.literal(at, 1n)]),
  };
}

function filter(use: Use): Expr {
  const { make, at } = use;
  const name = variable(use, 0);
  const value = make.ident(arg(use.args, 0).at, name);
  return collect(use, [name], make.list(at, []), appended(use, value), arg(use.args, 1));
}

/** `condition` and `value` are argument indexes. */
function transform(use: Use, variables: readonly string[], condition: number | undefined, value: number): Expr {
  const { make, at, args } = use;
  const test = condition === undefined ? undefined : arg(args, condition);
  return collect(use, variables, make.list(at, []), appended(use, arg(args, value)), test);
}

function transformMap(use: Use, condition: number | undefined, value: number): Expr {
  const { make, at, args } = use;
  const variables = twoVariables(use);
  const key = make.ident(at, variables[0]);
  const step = make.call(at, '@mapInsert', [make.ident(at, ACCUMULATOR), key, arg(args, value)], make.ident(at, 'cel'));
  return collect(use, variables, make.map(at, []), step, condition === undefined ? undefined : arg(args, condition));
}

function transformMapEntry(use: Use, condition: number | undefined, entry: number): Expr {
  const { make, at, args } = use;
  const step = make.call(at, '@mapInsert', [make.ident(at, ACCUMULATOR), arg(args, entry)], make.ident(at, 'cel'));
  const test = condition === undefined ? undefined : arg(args, condition);
  return collect(use, twoVariables(use), make.map(at, []), step, test);
}

function appended({ make, at }: Use, value: Expr): Expr {
  return make.call(at, '_+_', [make.ident(at, ACCUMULATOR), make.list(at, [{ value, isOptional: false }])]);
}

/** A fold that appends to a list or map in each iteration, or if a test holds. */
function collect(use: Use, variables: readonly string[], init: Expr, add: Expr, test: Expr | undefined): Expr {
  const { make, at } = use;
  const step = test === undefined ? add : make.call(at, '_?_:_', [test, add, make.ident(at, ACCUMULATOR)]);
  return loop(use, variables, { init, condition: make.literal(at, true), step, result: make.ident(at, ACCUMULATOR) });
}

function loop({ make, at, target }: Use, variables: readonly string[], parts: Quantifier): Expr {
  return make.loop(at, { range: target, variable: variables[0] ?? '', variable2: variables[1], ...parts });
}

const SORTED = '@__sortBy_input__';

function sortBy(use: Use): Expr {
  const { make, at, target } = use;
  if (target.kind === 'literal' || target.kind === 'map' || target.kind === 'message') {
    const kinds = 'a list, identifier, comprehension, call or select expression';
    throw new SyntaxProblem(target.at, `sortBy can only be applied to ${kinds}`);
  }
  const keys = transform({ ...use, target: make.ident(at, SORTED) }, [variable(use, 0)], undefined, 1);
  return binding(use, SORTED, target, make.call(at, '@sortByAssociatedKeys', [keys], make.ident(at, SORTED)));
}

/** `target.hasValue() ? value of the binding : optional.none()`. */
function optional(use: Use, macro: string, made: (found: Expr) => Expr): Expr {
  const { make, at, target, args } = use;
  const name = arg(args, 0);
  if (name.kind !== 'ident') {
    throw new SyntaxProblem(name.at, `${macro}() variable name must be a simple identifier`);
  }
  const value = make.call(at, 'value', [], copy(make, target));
  return make.call(at, '_?_:_', [
    make.call(at, 'hasValue', [], target),
    made(binding(use, name.name, value, arg(args, 1))),
    make.call(at, 'none', [], optionalName(use)),
  ]);
}

function optionalName({ make, at }: Use): Expr {
  return make.ident(at, 'optional');
}

function binding({ make, at }: Use, name: string, value: Expr, result: Expr): Expr {
  return make.loop(at, {
    range: make.list(at, []),
    variable: '#unused',
    accumulator: name,
    init: value,
    condition: make.literal(at, false),
    step: make.ident(at, name),
    result,
  });
}

/** Copies the expression with new ids, because the checker stores results by id. */
function copy(make: Factory, expression: Expr): Expr {
  const again = (each: Expr): Expr => copy(make, each);
  const { at } = expression;
  switch (expression.kind) {
    case 'literal':
      return make.literal(at, expression.value);
    case 'ident':
      return make.ident(at, expression.name);
    case 'select':
      return make.select(at, again(expression.operand), expression.field, expression.isTest);
    case 'call':
      return make.call(at, expression.name, expression.args.map(again), expression.target && again(expression.target));
    case 'list':
      return make.list(
        at,
        expression.elements.map(({ value, isOptional }) => ({ value: again(value), isOptional })),
      );
    case 'map':
      return make.map(
        at,
        expression.entries.map(({ key, value, isOptional }) => ({ key: again(key), value: again(value), isOptional })),
      );
    case 'message':
      return make.message(
        at,
        expression.name,
        expression.fields.map((field) => ({ ...field, value: again(field.value) })),
      );
    case 'comprehension': {
      const { range, init, condition, step, result } = expression;
      const parts = { range: again(range), init: again(init), condition: again(condition), step: again(step) };
      return make.loop(at, { ...expression, ...parts, result: again(result) });
    }
  }
}

function variable({ args }: Use, index: number): string {
  const name = arg(args, index);
  if (name.kind !== 'ident') throw new SyntaxProblem(name.at, 'argument must be a simple name');
  if (name.name === ACCUMULATOR || name.name === '__result__') {
    throw new SyntaxProblem(name.at, 'iteration variable overwrites accumulator variable');
  }
  return name.name;
}

function twoVariables(use: Use): readonly [string, string] {
  const [first, second] = [variable(use, 0), variable(use, 1)];
  if (first === second) throw new SyntaxProblem(arg(use.args, 1).at, `duplicate variable name: ${first}`);
  return [first, second];
}

function arg(args: readonly Expr[], index: number): Expr {
  const found = args.at(index);
  if (found === undefined) throw new TypeError('a macro has too few arguments');
  return found;
}
