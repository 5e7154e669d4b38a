import type {
  Call,
  Comprehension,
  Expr,
  ListLiteral,
  Literal,
  MapLiteral,
  MessageLiteral,
  Select,
} from '../syntax/ast.js';
import type { Problem } from '../syntax/problem.js';
import type { Library } from '../library/library.js';
import type { MessageType } from './messages.js';
import { literalType, TYPE_NAMES } from './names.js';
import { resolveCall, type Resolution } from './overloads.js';
import {
  BOOL,
  DYN,
  ERROR,
  INT,
  isDynamic,
  isSame,
  listOf,
  mapOf,
  optionalOf,
  STRING,
  typeText,
  type Type,
} from './type.js';
import { isWider, resolve, unifyAll, unwrapped, Bindings } from './unify.js';

/** The results of type checking. */
export interface Checked {
  readonly expression: Expr;
  readonly problems: readonly Problem[];
  readonly type: Type;
  /** By node id. */
  readonly types: ReadonlyMap<number, Type>;
  readonly calls: ReadonlyMap<number, Resolution>;
  /** Names of types used as values, by node id. */
  readonly typeNames: ReadonlyMap<number, string>;
  /** The types of constructed objects, by node id. */
  readonly messages: ReadonlyMap<number, MessageType>;
  /** The names of variables with a dot, by the id of their selection. */
  readonly dotted: ReadonlyMap<number, string>;
  /** The variables that the expression uses. */
  readonly variables: ReadonlySet<string>;
}

/** Type-checks an expression and all its parts. */
export function check(expression: Expr, variables: ReadonlyMap<string, Type>, library: Library): Checked {
  return new Checker(variables, library).check(expression);
}

type Scope = ReadonlyMap<string, Type>;

class Checker {
  readonly #library: Library;
  readonly #globals: Scope;
  readonly #problems: Problem[] = [];
  readonly #types = new Map<number, Type>();
  readonly #calls = new Map<number, Resolution>();
  readonly #typeNames = new Map<number, string>();
  readonly #messages = new Map<number, MessageType>();
  readonly #dotted = new Map<number, string>();
  readonly #used = new Set<string>();
  #scope: Scope;
  readonly #bindings = new Bindings();
  #variables = 0;

  constructor(variables: Scope, library: Library) {
    this.#globals = variables;
    this.#scope = variables;
    this.#library = library;
  }

  check(expression: Expr): Checked {
    this.#visit(expression);
    const types = new Map([...this.#types].map(([id, type]) => [id, resolve(this.#bindings, type, true)]));
    return {
      expression,
      problems: this.#problems,
      type: types.get(expression.id) ?? ERROR,
      types,
      calls: this.#calls,
      typeNames: this.#typeNames,
      messages: this.#messages,
      dotted: this.#dotted,
      variables: this.#used,
    };
  }

  #visit(expression: Expr): Type {
    const type = this.#typeOf(expression);
    this.#types.set(expression.id, type);
    return type;
  }

  #typeOf(expression: Expr): Type {
    switch (expression.kind) {
      case 'literal':
        return literalType(expression.value);
      case 'ident':
        return this.#named(expression.id, expression.name) ?? this.#undeclared(expression, expression.name);
      case 'select':
        return this.#select(expression);
      case 'call':
        return expression.name === '_?._' ? this.#optionalSelect(expression) : this.#call(expression);
      case 'list':
        return this.#list(expression);
      case 'map':
        return this.#map(expression);
      case 'message':
        return this.#message(expression);
      case 'comprehension':
        return this.#comprehension(expression);
    }
  }

  #report({ at }: Expr, message: string, plain = message): Type {
    return this.#reportAt(at, message, plain);
  }

  #reportAt(at: number, message: string, plain = message): Type {
    this.#problems.push({ at, message, plain });
    return ERROR;
  }

  /** `what` describes it in messages. */
  #undeclared(expression: Expr, name: string, what = name): Type {
    return this.#report(expression, `undeclared reference to '${name}' (in container '')`, `there is no ${what}`);
  }

  /** The type of a variable or type name. */
  #named(id: number, name: string): Type | undefined {
    const isGlobal = name.startsWith('.');
    const plain = isGlobal ? name.slice(1) : name;
    const variable = (isGlobal ? this.#globals : this.#scope).get(plain);
    if (variable !== undefined) {
      if (this.#globals.get(plain) === variable) this.#used.add(plain);
      return variable;
    }
    const type = TYPE_NAMES.get(plain);
    if (type === undefined) return undefined;
    this.#typeNames.set(id, plain);
    return { kind: 'type', of: type };
  }

  #select(expression: Select): Type {
    const { operand, field, isTest, id } = expression;
    const qualified = isTest ? undefined : qualifiedName(expression);
    if (qualified !== undefined && this.#globals.has(qualified)) {
      this.#dotted.set(id, qualified);
      return this.#named(id, qualified) ?? ERROR;
    }
    // Other names with dots are those of types.
    if (qualified !== undefined && !this.#scope.has(qualified.split('.')[0] ?? '')) {
      const type = this.#named(id, qualified);
      if (type !== undefined) return type;
    }
    const type = this.#field(expression, operand, field, false);
    return isTest ? BOOL : resolve(this.#bindings, type);
  }

  #optionalSelect(expression: Call): Type {
    const [operand, field] = expression.args;
    if (operand === undefined || field?.kind !== 'literal') return ERROR;
    this.#types.set(field.id, STRING);
    return resolve(this.#bindings, this.#field(expression, operand, literalText(field), true));
  }

  #field(expression: Expr, operand: Expr, field: string, optional: boolean): Type {
    const { type: target, isOptional } = unwrapped(resolve(this.#bindings, this.#visit(operand)));
    const type = this.#fieldOf(expression, target, field);
    return isOptional || optional ? optionalOf(type) : type;
  }

  #fieldOf(expression: Expr, target: Type, field: string): Type {
    if (target.kind === 'map') return target.value;
    if (target.kind === 'object') return target.fields.get(field) ?? this.#undefined(expression, field);
    if (target.kind === 'param') this.#isAssignable(DYN, target);
    else if (!isDynamic(target) && target.kind !== 'error') {
      this.#report(expression, `type '${typeText(target)}' does not support field selection`);
    }
    return DYN;
  }

  #undefined(expression: Expr, field: string): Type {
    const name = qualifiedName(expression) ?? `field ${field}`;
    return this.#report(expression, `undefined field '${field}'`, `there is no ${name}`);
  }

  #call(call: Call): Type {
    const { id, args, target } = call;
    const argTypes = args.map((arg) => this.#visit(arg));
    const space = target === undefined ? undefined : qualifiedName(target);
    const qualified = space === undefined ? undefined : `${space}.${call.name}`;
    const isQualified = qualified !== undefined && this.#library.functions.has(qualified);
    const name = isQualified ? qualified : call.name.replace(/^\./, '');
    const isMember = target !== undefined && !isQualified;
    if (isMember) argTypes.unshift(this.#visit(target));
    const overloads = this.#library.functions.get(name);
    if (overloads === undefined || (name.startsWith('@') && !isInternal(name)))
      return this.#undeclared(call, name, `function ${name}`);
    const fresh = (): Type => ({ kind: 'param', name: `_var${(this.#variables += 1)}` });
    const found = resolveCall({ name, overloads, isMember, args: argTypes, bindings: this.#bindings, fresh });
    if (found.problem !== undefined) {
      const { problem } = found;
      return this.#report(problem.arg === undefined ? call : (args[problem.arg] ?? call), problem.message);
    }
    const operands = isMember ? [target, ...args] : args;
    this.#calls.set(id, { name, overloads: found.overloads, isMember, args: operands });
    return found.type;
  }

  #list({ elements }: ListLiteral): Type {
    let item: Type | undefined;
    for (const { value, isOptional } of elements) {
      item = this.#join(item, this.#element(value, isOptional));
    }
    return listOf(item ?? this.#fresh());
  }

  #map({ entries }: MapLiteral): Type {
    let keys: Type | undefined;
    let values: Type | undefined;
    for (const { key, value, isOptional } of entries) {
      keys = this.#join(keys, this.#visit(key));
      values = this.#join(values, this.#element(value, isOptional));
    }
    return mapOf(keys ?? this.#fresh(), values ?? this.#fresh());
  }

  #message(expression: MessageLiteral): Type {
    const { id, name, fields } = expression;
    const type = this.#library.messages?.(name);
    if (type === undefined) return this.#undeclared(expression, name, `type ${name}`);
    this.#messages.set(id, type);
    for (const field of fields) {
      const found = this.#element(field.value, field.isOptional);
      const wanted = type.fields.get(field.name);
      if (wanted === undefined) this.#reportAt(field.at, `undefined field '${field.name}'`);
      else if (!this.#isAssignable(wanted, found)) {
        const types = `is '${this.#text(wanted)}' but provided type is '${this.#text(found)}'`;
        this.#reportAt(field.at, `expected type of field '${field.name}' ${types}`);
      }
    }
    return type;
  }

  #element(value: Expr, isOptional: boolean): Type {
    const type = this.#visit(value);
    if (!isOptional) return type;
    const inner = unwrapped(type);
    if (!inner.isOptional && !isDynamic(type)) this.#mismatch(value, optionalOf(type), type);
    return inner.type;
  }

  #join(previous: Type | undefined, current: Type): Type {
    if (previous === undefined) return current;
    if (this.#isAssignable(previous, current)) return isWider(previous, current) ? previous : current;
    return DYN;
  }

  #mismatch(expression: Expr, wanted: Type, found: Type): Type {
    return this.#report(expression, `expected type '${this.#text(wanted)}' but found '${this.#text(found)}'`);
  }

  #text(type: Type): string {
    return typeText(resolve(this.#bindings, type, true));
  }

  #comprehension(loop: Comprehension): Type {
    const { range, init, condition, step, result, variable, variable2, accumulator } = loop;
    const rangeType = resolve(this.#bindings, this.#visit(range));
    const accumulated = this.#visit(init);
    const outer = this.#scope;
    const [key, value] = this.#items(range, rangeType, variable2 !== undefined);
    const around = new Map([...outer, [accumulator, accumulated]]);
    this.#scope = new Map([
      ...around,
      [variable, key],
      ...(variable2 === undefined ? [] : [[variable2, value] as const]),
    ]);
    this.#want(condition, BOOL);
    this.#want(step, accumulated);
    this.#scope = around;
    const type = this.#visit(result);
    this.#scope = outer;
    return resolve(this.#bindings, type);
  }

  /** The types of the loop variables. */
  #items(range: Expr, type: Type, areTwo: boolean): readonly [Type, Type] {
    if (type.kind === 'list') return areTwo ? [INT, type.item] : [type.item, type.item];
    if (type.kind === 'map') return [type.key, type.value];
    if (type.kind === 'dyn' || type.kind === 'error' || type.kind === 'param') {
      this.#isAssignable(DYN, type);
      return [DYN, DYN];
    }
    const why = 'cannot be range of a comprehension (must be list, map, or dynamic)';
    this.#report(range, `expression of type '${typeText(type)}' ${why}`);
    return [ERROR, ERROR];
  }

  #want(expression: Expr, wanted: Type): void {
    const type = this.#visit(expression);
    if (!this.#isAssignable(wanted, type)) this.#mismatch(expression, wanted, type);
  }

  #isAssignable(left: Type, right: Type): boolean {
    if (isSame(left, right)) return true;
    return unifyAll(this.#bindings, [left], [right]);
  }

  #fresh(): Type {
    return { kind: 'param', name: `_var${(this.#variables += 1)}` };
  }
}

function literalText({ value }: Literal): string {
  return typeof value === 'string' ? value : '';
}

/** `a.b.c` for a selection chain of names. */
function qualifiedName(expression: Expr): string | undefined {
  if (expression.kind === 'ident') return expression.name;
  if (expression.kind !== 'select' || expression.isTest) return undefined;
  const space = qualifiedName(expression.operand);
  return space === undefined ? undefined : `${space}.${expression.field}`;
}

/** Functions that only macros call; the lexer accepts no such names. */
function isInternal(name: string): boolean {
  return ['@in', '@not_strictly_false', '@sortByAssociatedKeys'].includes(name);
}
