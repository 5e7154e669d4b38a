import { isBinding, type Call, type Comprehension, type Expr } from '../syntax/ast.js';
import type { Checked } from '../types/checker.js';
import { DYN, optionalValue, type Type } from '../types/type.js';
import { codePoints } from '../values/kind.js';
import { LIST_COST, MAP_COST, MESSAGE_COST, TRAVERSAL } from './constants.js';
import { libraryEstimate, type Estimate } from './estimates.js';
import { sizeOrUnknown, type Node, type SizeAt } from './node.js';
import { fixed, GREATEST, NOTHING, product, scaled, sum, union, UNKNOWN, type Range } from './range.js';

/** Estimates the minimum and maximum cost of a checked expression, as Kubernetes does. */
export function estimateCost(checked: Checked, sizeAt: SizeAt): Range {
  return new Coster(checked, sizeAt).cost(checked.expression);
}

/** The sizes of the keys and values of a list or map. */
interface Entries {
  readonly isList: boolean;
  readonly key: Range;
  readonly value: Range;
}

interface Local {
  readonly path: Path;
  readonly size: Range | undefined;
  readonly entries: Entries | undefined;
}

type Path = readonly string[] | undefined;

const ONE = fixed(1);
const SCALARS: readonly Type['kind'][] = ['bool', 'double', 'duration', 'int', 'timestamp', 'uint'];

class Coster {
  readonly #checked: Checked;
  readonly #sizeAt: SizeAt;
  readonly #paths = new Map<number, Path>();
  readonly #sizes = new Map<number, Range>();
  readonly #entries = new Map<number, Entries>();
  #locals: ReadonlyMap<string, Local> = new Map();

  constructor(checked: Checked, sizeAt: SizeAt) {
    this.#checked = checked;
    this.#sizeAt = sizeAt;
  }

  cost(expression: Expr): Range {
    switch (expression.kind) {
      case 'literal':
        return NOTHING;
      case 'message':
        return sum(...expression.fields.map(({ value }) => this.cost(value)), fixed(MESSAGE_COST));
      case 'ident':
        this.#paths.set(expression.id, this.#pathOfName(expression.name));
        return ONE;
      case 'select': {
        const operand = this.cost(expression.operand);
        if (expression.isTest) return operand;
        this.#addPath(expression, expression.operand, expression.field);
        const { kind } = this.#type(expression.operand);
        return kind === 'map' || kind === 'object' || kind === 'param' ? sum(operand, ONE) : operand;
      }
      case 'call':
        return this.#call(expression);
      case 'list':
        return sum(
          this.#elements(
            expression.id,
            true,
            [],
            expression.elements.map(({ value }) => value),
          ),
          fixed(LIST_COST),
        );
      case 'map': {
        const keys = expression.entries.map(({ key }) => key);
        return sum(
          this.#elements(
            expression.id,
            false,
            keys,
            expression.entries.map(({ value }) => value),
          ),
          fixed(MAP_COST),
        );
      }
      case 'comprehension':
        return isBinding(expression) ? this.#binding(expression) : this.#loop(expression);
    }
  }

  #elements(id: number, isList: boolean, keys: readonly Expr[], values: readonly Expr[]): Range {
    const costs = [...keys, ...values].map((each) => this.cost(each));
    const range = (all: readonly Expr[]): Range =>
      all.length === 0 ? NOTHING : all.map((each) => this.#sizeOrUnknown(each)).reduce(union);
    this.#entries.set(id, { isList, key: isList ? ONE : range(keys), value: range(values) });
    return sum(...costs);
  }

  #call(call: Call): Range {
    if (call.name === '_?._') return this.#optionalSelect(call);
    const resolution = this.#checked.calls.get(call.id);
    if (resolution === undefined) return NOTHING;
    const { args, name, overloads } = resolution;
    const [first] = args;
    if (name === 'dyn' && first !== undefined) {
      const cost = sum(ONE, this.cost(first));
      this.#copySizes(call, first);
      return cost;
    }
    const costs = args.map((arg) => this.cost(arg));
    const nodes = args.map((arg) => this.#node(arg));
    let cost: Range | undefined;
    let size: Range | undefined;
    for (const { id } of overloads) {
      const estimate = this.#function(call, { id, name, nodes, costs, args });
      cost = cost === undefined ? estimate.cost : union(cost, estimate.cost);
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : union(size, estimate.size);
      if (first !== undefined && (id === 'index_list' || id === 'index_map')) {
        size = this.#entriesOf(first)?.value;
        this.#addPath(call, first, id === 'index_list' ? '@items' : '@values');
      }
      size ??= this.#size(call);
    }
    if (size !== undefined) this.#sizes.set(call.id, size);
    return cost ?? NOTHING;
  }

  /** Kubernetes does not track a path for this selection. */
  #optionalSelect({ args: [operand] }: Call): Range {
    return operand === undefined ? NOTHING : sum(this.cost(operand), ONE);
  }

  #function(call: Call, { id, name, nodes, costs, args }: FunctionCall): Estimate {
    const given = sum(...costs);
    const special = this.#operator(call, { id, name, nodes, costs, args });
    if (special !== undefined) return special;
    const estimate = libraryEstimate({ id, name, args: nodes, sizeAt: this.#sizeAt });
    if (estimate === undefined) return { cost: sum(ONE, given) };
    return { ...estimate, cost: sum(estimate.cost, given) };
  }

  #operator(call: Call, { id, nodes, costs, args }: FunctionCall): Estimate | undefined {
    const [left = UNKNOWN, right = UNKNOWN] = nodes.map(sizeOrUnknown);
    const [first = NOTHING, second = NOTHING, third = NOTHING] = costs;
    const given = sum(...costs);
    switch (id) {
      case 'logical_and':
      case 'logical_or':
        return { cost: { min: first.min, max: sum(first, second).max } };
      case 'conditional': {
        const [, yes, no] = args;
        this.#unite(call, yes, no);
        return { cost: sum(first, union(second, third)), size: union(right, sizeOrUnknown(nodes[2] ?? NO_NODE)) };
      }
      case 'in_list':
        return { cost: sum(right, given) };
      case 'add_list':
      case 'add_string':
      case 'add_bytes': {
        const size = sum(left, right);
        this.#unite(call, args[0], args[1]);
        return { cost: sum(id === 'add_list' ? ONE : scaled(size, TRAVERSAL), given), size };
      }
      case 'equals':
        if (isNominal(nodes)) return { cost: sum(ONE, given) };
        break;
      default:
        if (!/^(?:not_equals|(?:less|greater)(?:_equals)?_(?:string|bytes))$/.test(id)) return undefined;
    }
    const max = Math.min(left.max, right.max);
    return { cost: sum(scaled({ min: max > 0 ? 1 : 0, max }, TRAVERSAL), given) };
  }

  #unite(call: Expr, left: Expr | undefined, right: Expr | undefined): void {
    const [one, other] = [left && this.#entriesOf(left), right && this.#entriesOf(right)];
    if (one === undefined || other === undefined) return;
    this.#entries.set(call.id, {
      isList: one.isList,
      key: union(one.key, other.key),
      value: union(one.value, other.value),
    });
  }

  #loop(loop: Comprehension): Range {
    const { range, init, condition, step, result, accumulator, variable, variable2 } = loop;
    const before = sum(this.cost(range), this.cost(init));
    const outer = this.#locals;
    const around = new Map([...outer, [accumulator, this.#localOf(init)]]);
    const entries = this.#entriesOf(range);
    const isList = entries?.isList ?? this.#type(range).kind === 'list';
    const path = this.#path(range) ?? [];
    const local = (part: string, size: Range | undefined): Local => ({
      path: [...path, part],
      size,
      entries: undefined,
    });
    const key = local(isList ? '@indices' : '@keys', entries?.key);
    const value = local(isList ? '@items' : '@values', entries?.value);
    const inner =
      variable2 === undefined
        ? [[variable, isList ? value : key] as const]
        : ([
            [variable, key],
            [variable2, value],
          ] as const);
    this.#locals = new Map([...around, ...inner]);
    const round = sum(this.cost(condition), this.cost(step));
    this.#locals = around;
    const after = this.cost(result);
    this.#locals = outer;
    const count = this.#sizeOrUnknown(range);
    if (init.kind === 'literal') this.#sizes.set(loop.id, this.#size(init) ?? UNKNOWN);
    if (init.kind === 'list' || init.kind === 'map') {
      this.#sizes.set(loop.id, count);
      const made = this.#entriesOf(step);
      if (made !== undefined) this.#entries.set(loop.id, made);
    }
    return sum(before, after, product(count, round));
  }

  #binding({ id, range, init, result, accumulator }: Comprehension): Range {
    const before = sum(this.cost(range), this.cost(init));
    const outer = this.#locals;
    this.#locals = new Map([...outer, [accumulator, this.#localOf(init)]]);
    const cost = sum(before, this.cost(result));
    this.#copySizes({ id }, result);
    this.#locals = outer;
    return cost;
  }

  #localOf(expression: Expr): Local {
    return { path: this.#path(expression), size: this.#size(expression), entries: this.#entriesOf(expression) };
  }

  #pathOfName(name: string): Path {
    const local = this.#locals.get(name);
    return local === undefined ? [name] : local.path;
  }

  #type({ id }: Expr): Type {
    return this.#checked.types.get(id) ?? DYN;
  }

  #path(expression: Expr): Path {
    return this.#paths.get(expression.id);
  }

  #addPath({ id }: Expr, operand: Expr, step: string): void {
    this.#paths.set(id, [...(this.#path(operand) ?? []), step]);
  }

  #node(expression: Expr): Node {
    const path = this.#path(expression);
    const isHidden = path?.[0]?.startsWith('@') === true;
    return {
      expression,
      type: this.#type(expression),
      path: isHidden ? undefined : path,
      size: this.#size(expression),
    };
  }

  #copySizes({ id }: { readonly id: number }, from: Expr): void {
    const [size, entries] = [this.#size(from), this.#entriesOf(from)];
    if (size !== undefined) this.#sizes.set(id, size);
    if (entries !== undefined) this.#entries.set(id, entries);
  }

  #sizeOrUnknown(expression: Expr): Range {
    return this.#size(expression) ?? UNKNOWN;
  }

  #size(expression: Expr): Range | undefined {
    const known = this.#sizes.get(expression.id) ?? literalSize(expression);
    if (known !== undefined) return known;
    const path = this.#path(expression) ?? [];
    const most = path.length === 0 ? undefined : this.#sizeAt(path);
    if (most !== undefined) return { min: 0, max: Math.min(most, GREATEST) };
    if (isScalar(this.#type(expression))) return ONE;
    return expression.kind === 'ident' ? this.#locals.get(expression.name)?.size : undefined;
  }

  #entriesOf(expression: Expr): Entries | undefined {
    const known = this.#entries.get(expression.id);
    if (known !== undefined || expression.kind !== 'ident') return known;
    return this.#locals.get(expression.name)?.entries;
  }
}

interface FunctionCall {
  readonly id: string;
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly costs: readonly Range[];
  readonly args: readonly Expr[];
}

const NO_NODE: Node = { expression: undefined, type: DYN, path: undefined, size: undefined };

function literalSize(expression: Expr): Range | undefined {
  if (expression.kind === 'list') return fixed(expression.elements.length);
  if (expression.kind === 'map') return fixed(expression.entries.length);
  if (expression.kind !== 'literal') return undefined;
  const { value } = expression;
  if (typeof value === 'string') return fixed(codePoints(value));
  return fixed(value instanceof Uint8Array ? value.length : 1);
}

function isScalar(type: Type): boolean {
  const inner = optionalValue(type);
  return inner === undefined ? SCALARS.includes(type.kind) : isScalar(inner);
}

/** Library values compare in constant time, except URLs and formats. */
function isNominal([left, right]: readonly Node[]): boolean {
  if (left?.type.kind !== 'named' || right?.type.kind !== 'named' || left.type.name !== right.type.name) return false;
  return ['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver'].includes(left.type.name);
}
