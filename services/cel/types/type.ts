/** The static type of an expression. */
export type Type = SimpleType | ListType | MapType | ParamType | NamedType | ObjectType | TypeType;

export interface SimpleType {
  readonly kind:
    | 'dyn'
    | 'any'
    | 'error'
    | 'null'
    | 'bool'
    | 'int'
    | 'uint'
    | 'double'
    | 'string'
    | 'bytes'
    | 'timestamp'
    | 'duration';
}

export interface ListType {
  readonly kind: 'list';
  readonly item: Type;
}

export interface MapType {
  readonly kind: 'map';
  readonly key: Type;
  readonly value: Type;
}

/** A type variable, such as the `T` of `list<T>`. */
export interface ParamType {
  readonly kind: 'param';
  readonly name: string;
}

/** A library type, such as `net.IP`, or the parameterised `optional_type`. */
export interface NamedType {
  readonly kind: 'named';
  readonly name: string;
  readonly params: readonly Type[];
}

/** An object with fields. Types are equal by name. */
export interface ObjectType {
  readonly kind: 'object';
  readonly name: string;
  /** The type of a field; undefined for a field that objects do not have. */
  readonly fields: { readonly get: (name: string) => Type | undefined };
}

/** The type of a type; `of` is undefined if it is unknown. */
export interface TypeType {
  readonly kind: 'type';
  readonly of: Type | undefined;
}

export const DYN: Type = { kind: 'dyn' };
/** An unknown value that cannot be iterated. Otherwise like dyn. */
export const ANY: Type = { kind: 'any' };
export const ERROR: Type = { kind: 'error' };
export const NULL: Type = { kind: 'null' };
export const BOOL: Type = { kind: 'bool' };
export const INT: Type = { kind: 'int' };
export const UINT: Type = { kind: 'uint' };
export const DOUBLE: Type = { kind: 'double' };
export const STRING: Type = { kind: 'string' };
export const BYTES: Type = { kind: 'bytes' };
export const TIMESTAMP: Type = { kind: 'timestamp' };
export const DURATION: Type = { kind: 'duration' };

/** Whether any type is assignable to and from a type. */
export function isDynamic({ kind }: Type): boolean {
  return kind === 'dyn' || kind === 'any';
}

const OPTIONAL = 'optional_type';

export function listOf(item: Type): ListType {
  return { kind: 'list', item: light(item) };
}

export function mapOf(key: Type, value: Type): MapType {
  return { kind: 'map', key: light(key), value: light(value) };
}

export function optionalOf(value: Type): NamedType {
  return { kind: 'named', name: OPTIONAL, params: [light(value)] };
}

/** Larger types become dyn: an expression can repeatedly double the size of a type. */
const MAX_PARTS = 100;

function light(type: Type): Type {
  return partsOf(type, MAX_PARTS) > MAX_PARTS ? DYN : type;
}

/** Counts up to a limit. */
function partsOf(type: Type, limit: number): number {
  let parts = 1;
  for (const param of paramsOf(type)) if (parts <= limit) parts += partsOf(param, limit - parts);
  return parts;
}

/** The element type of an optional; undefined for another type. */
export function optionalValue(type: Type): Type | undefined {
  return type.kind === 'named' && type.name === OPTIONAL ? type.params[0] : undefined;
}

/** The parameters of a type. */
export function paramsOf(type: Type): readonly Type[] {
  if (type.kind === 'list') return [type.item];
  if (type.kind === 'map') return [type.key, type.value];
  if (type.kind === 'named') return type.params;
  return type.kind === 'type' && type.of !== undefined ? [type.of] : [];
}

/** The type with other parameters. */
export function withParams(type: Type, params: readonly Type[]): Type {
  const [first = DYN, second = DYN] = params;
  if (type.kind === 'list') return listOf(first);
  if (type.kind === 'map') return mapOf(first, second);
  if (type.kind === 'named' && params.length > 0) return { ...type, params: params.map(light) };
  return type.kind === 'type' && type.of !== undefined ? { kind: 'type', of: first } : type;
}

/** Whether two types are identical. */
export function isSame(left: Type, right: Type): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind || nameIn(left) !== nameIn(right)) return false;
  const [one, other] = [paramsOf(left), paramsOf(right)];
  return one.length === other.length && one.every((type, index) => isSame(type, other[index] ?? DYN));
}

/** The name of a named type. */
export function nameIn(type: Type): string | undefined {
  return type.kind === 'named' || type.kind === 'object' || type.kind === 'param' ? type.name : undefined;
}

const NAMES: Readonly<Partial<Record<Type['kind'], string>>> = {
  error: '!error!',
  null: 'null',
  timestamp: 'timestamp',
  duration: 'duration',
};

/** A type in Kubernetes' messages: `list(string)`, `map(string, dyn)`. */
export function typeText(type: Type): string {
  const name = nameIn(type) ?? NAMES[type.kind] ?? type.kind;
  const params = paramsOf(type);
  return params.length === 0 ? name : `${name}(${params.map(typeText).join(', ')})`;
}

const RUNTIME_NAMES: typeof NAMES = {
  any: 'google.protobuf.Any',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
  null: 'null_type',
};

/** The name of a type at run time, without its parameters. */
export function runtimeName(type: Type): string {
  return nameIn(type) ?? RUNTIME_NAMES[type.kind] ?? type.kind;
}

/** A type with the names at run time: `list(google.protobuf.Timestamp)`. */
export function runtimeText(type: Type): string {
  const params = paramsOf(type);
  return params.length === 0 ? runtimeName(type) : `${runtimeName(type)}(${params.map(runtimeText).join(', ')})`;
}

/** `(string, int)`, or `string.(int)` for a call on a value. */
export function argsText(args: readonly Type[], isMember: boolean): string {
  const [target, ...rest] = args;
  if (isMember && target !== undefined) return `${typeText(target)}.(${rest.map(typeText).join(', ')})`;
  return `(${args.map(typeText).join(', ')})`;
}
