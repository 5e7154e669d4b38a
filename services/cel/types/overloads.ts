import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { Operator } from '../library/operators.js';
import type { Overload } from '../library/overload.js';
import type { Expr } from '../syntax/ast.js';
import { argsText, BOOL, DYN, ERROR, isDynamic, isSame, paramsOf, typeText, type Type } from './type.js';
import { resolve, unifyAll, Bindings } from './unify.js';

/** The resolution of a call. */
export interface Resolution {
  readonly name: string;
  /** Overloads that fit the types. If there are several, the values decide. */
  readonly overloads: readonly (Overload | Operator)[];
  readonly isMember: boolean;
  /** The target is the first argument. */
  readonly args: readonly Expr[];
}

interface Request {
  readonly name: string;
  readonly overloads: readonly (Overload | Operator)[];
  readonly isMember: boolean;
  readonly args: readonly Type[];
  readonly bindings: Bindings;
  readonly fresh: () => Type;
}

interface Outcome {
  readonly overloads: readonly (Overload | Operator)[];
  readonly type: Type;
  /** `arg` is the index of the invalid argument; undefined for the call as a whole. */
  readonly problem: { readonly arg: number | undefined; readonly message: string } | undefined;
}

/** The overloads that accept the argument types, and the result type. */
export function resolveCall(request: Request): Outcome {
  const { name, overloads, isMember, args, bindings, fresh } = request;
  let type: Type | undefined;
  const fitting: (Overload | Operator)[] = [];
  for (const candidate of overloads) {
    if (candidate.isMember !== isMember) continue;
    if (name === '_&&_' || name === '_||_') return logical(request, candidate);
    if (args.some((arg, index) => isOther(arg, candidate.args[index]))) continue;
    const { args: wanted, result } = instantiate(candidate, fresh);
    if (!unifyAll(bindings, args, wanted)) continue;
    fitting.push(candidate);
    const given = resolve(bindings, result);
    if (type === undefined) type = given;
    else if (!isDynamic(type) && !isSame(given, type)) type = DYN;
  }
  if (type !== undefined) return { overloads: fitting, type, problem: undefined };
  const types = args.map((arg) => resolve(bindings, arg, true));
  const message = `found no matching overload for '${name}' applied to '${argsText(types, isMember)}'`;
  return { overloads: [], type: ERROR, problem: { arg: undefined, message } };
}

const PLAIN: ReadonlySet<Type['kind']> = new Set(['bool', 'int', 'uint', 'double', 'string', 'bytes']);

/** Quick check whether a type cannot match, which rejects most overloads of operators. */
function isOther(type: Type, wanted: Type | undefined): boolean {
  return wanted !== undefined && type.kind !== wanted.kind && PLAIN.has(type.kind) && PLAIN.has(wanted.kind);
}

/** Each operand of `&&` and `||` has its own error. */
function logical({ args, bindings }: Request, candidate: Overload | Operator): Outcome {
  for (const [index, arg] of args.entries()) {
    if (!unifyAll(bindings, [arg], [BOOL])) {
      const message = `expected type 'bool' but found '${typeText(resolve(bindings, arg, true))}'`;
      return { overloads: [], type: ERROR, problem: { arg: index, message } };
    }
  }
  return { overloads: [candidate], type: BOOL, problem: undefined };
}

/** The signature with fresh type variables. */
function instantiate(signature: Overload | Operator, fresh: () => Type): { args: readonly Type[]; result: Type } {
  const { args, result } = signature;
  const names = namesIn(signature);
  if (names.size === 0) return { args, result };
  const bindings = new Bindings();
  for (const name of names) bindings.set(name, fresh());
  return { args: args.map((arg) => resolve(bindings, arg)), result: resolve(bindings, result) };
}

/** The type variables of a signature. */
const namesIn = keyed(({ args, result }: Overload | Operator): ReadonlySet<string> => {
  const names = new Set<string>();
  const collect = (type: Type): void => {
    if (type.kind === 'param') names.add(type.name);
    else for (const param of paramsOf(type)) collect(param);
  };
  for (const type of [...args, result]) collect(type);
  return names;
});
