import { SyntaxProblem } from '../syntax/problem.js';
import { DYN, isDynamic, isSame, nameIn, optionalValue, paramsOf, withParams, type Type } from './type.js';

/** Limit of type variable look-ups; beyond it an expression is too complex. */
const MAX_LOOKS = 500_000;

/** Bindings of type variables. */
export class Bindings {
  readonly #types = new Map<string, Type>();
  /** Bindings that the latest attempt has replaced. */
  #replaced: (readonly [string, Type | undefined])[] = [];
  #looks = 0;

  get(name: string): Type | undefined {
    this.#looks += 1;
    if (this.#looks > MAX_LOOKS) throw new SyntaxProblem(undefined, 'the types of the expression are too complex');
    return this.#types.get(name);
  }

  set(name: string, type: Type): void {
    this.#replaced.push([name, this.#types.get(name)]);
    this.#types.set(name, type);
  }

  /** Rolls back the bindings of a failed attempt. */
  attempt(unify: () => boolean): boolean {
    this.#replaced = [];
    if (unify()) return true;
    for (const [name, type] of this.#replaced.toReversed()) {
      if (type === undefined) this.#types.delete(name);
      else this.#types.set(name, type);
    }
    return false;
  }
}

/**
 * Whether `right` types are assignable to `left` types; extends the bindings if so. CEL is lenient: dyn is assignable
 * to and from everything.
 */
export function unifyAll(bindings: Bindings, left: readonly Type[], right: readonly Type[]): boolean {
  return bindings.attempt(() => fitsAll(bindings, left, right));
}

function fitsAll(bindings: Bindings, left: readonly Type[], right: readonly Type[]): boolean {
  return left.length === right.length && left.every((type, index) => fits(bindings, type, right[index] ?? DYN));
}

function fits(bindings: Bindings, left: Type, right: Type): boolean {
  if (right.kind === 'param') {
    const outcome = bind(bindings, left, right.name);
    if (outcome !== 'free') return outcome === 'bound';
  }
  if (left.kind === 'param') return bind(bindings, right, left.name) === 'bound';
  if (isOpen(left) || isOpen(right)) return true;
  if (left.kind === 'null') return isNullable(right);
  if (right.kind === 'null') return isNullable(left);
  if (left.kind === 'type') return right.kind === 'type';
  return (
    left.kind === right.kind && nameIn(left) === nameIn(right) && fitsAll(bindings, paramsOf(left), paramsOf(right))
  );
}

/** `free`: the variable is unbound, and cannot get this binding. */
function bind(bindings: Bindings, type: Type, name: string): 'bound' | 'refused' | 'free' {
  if (type.kind === 'param' && type.name === name) return 'bound';
  const known = bindings.get(name);
  if (known === undefined) {
    if (refersTo(bindings, name, type)) return 'free';
    bindings.set(name, type);
    return 'bound';
  }
  if (isSame(known, type)) return 'bound';
  if (!fits(bindings, type, known)) return 'refused';
  const wider = isWider(type, known) ? type : known;
  if (!refersTo(bindings, name, wider)) bindings.set(name, wider);
  return 'bound';
}

function refersTo(bindings: Bindings, name: string, type: Type): boolean {
  if (type.kind !== 'param') return paramsOf(type).some((param) => refersTo(bindings, name, param));
  if (type.name === name) return true;
  const known = bindings.get(type.name);
  return known !== undefined && refersTo(bindings, name, known);
}

function isOpen(type: Type): boolean {
  return isDynamic(type) || type.kind === 'error';
}

function isNullable({ kind }: Type): boolean {
  return ['null', 'named', 'object', 'duration', 'timestamp'].includes(kind);
}

/** Whether the first type equals or generalises the second. */
export function isWider(left: Type, right: Type): boolean {
  if (isDynamic(left) || left.kind === 'param') return true;
  if (isDynamic(right) || right.kind === 'param' || left.kind !== right.kind) return false;
  if (left.kind === 'type') return true;
  const [one, other] = [paramsOf(left), paramsOf(right)];
  return (
    nameIn(left) === nameIn(right) &&
    one.length === other.length &&
    one.every((type, index) => isWider(type, other[index] ?? DYN))
  );
}

/** Substitutes the bindings. Unbound variables stay or become dyn. */
export function resolve(bindings: Bindings, type: Type, openIsDyn = false): Type {
  if (type.kind === 'param') {
    const known = bindings.get(type.name);
    if (known !== undefined) return resolve(bindings, known, openIsDyn);
    return openIsDyn ? DYN : type;
  }
  const params = paramsOf(type);
  if (params.length === 0) return type;
  return withParams(
    type,
    params.map((param) => resolve(bindings, param, openIsDyn)),
  );
}

/** The type without an optional wrapper, and whether there was one. */
export function unwrapped(type: Type): { readonly type: Type; readonly isOptional: boolean } {
  const inner = optionalValue(type);
  return inner === undefined ? { type, isOptional: false } : { type: inner, isOptional: true };
}
