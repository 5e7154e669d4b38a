/** The type of an expression, which the checker finds out before anything is evaluated. */
export type Type = SimpleType | ListType | MapType | ParamType | NamedType | ObjectType | TypeType;

export interface SimpleType {
  readonly kind:
    'dyn' | 'error' | 'null' | 'bool' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'timestamp' | 'duration';
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

/** A variable of a type, such as the `T` of `list<T>`. */
export interface ParamType {
  readonly kind: 'param';
  readonly name: string;
}

/** A type of a library, such as `net.IP`, or `optional_type`, which has a parameter. */
export interface NamedType {
  readonly kind: 'named';
  readonly name: string;
  readonly params: readonly Type[];
}

/** An object with known fields. Types with the same name are the same. */
export interface ObjectType {
  readonly kind: 'object';
  readonly name: string;
  readonly fields: ReadonlyMap<string, Type>;
}

/** The type of a type; `of` is undefined where it is not known which. */
export interface TypeType {
  readonly kind: 'type';
  readonly of: Type | undefined;
}

export const DYN: Type = { kind: 'dyn' };
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

/** Types of more parts are taken for dyn: an expression can double the parts of a type again and again. */
const MOST_PARTS = 100;

function light(type: Type): Type {
  return partsOf(type, MOST_PARTS) > MOST_PARTS ? DYN : type;
}

/** Counts up to a limit. */
function partsOf(type: Type, limit: number): number {
  let parts = 1;
  for (const param of paramsOf(type)) if (parts <= limit) parts += partsOf(param, limit - parts);
  return parts;
}

/** The type inside an optional; undefined for another type. */
export function optionalValue(type: Type): Type | undefined {
  return type.kind === 'named' && type.name === OPTIONAL ? type.params[0] : undefined;
}

/** The types inside a type. */
export function paramsOf(type: Type): readonly Type[] {
  if (type.kind === 'list') return [type.item];
  if (type.kind === 'map') return [type.key, type.value];
  if (type.kind === 'named') return type.params;
  return type.kind === 'type' && type.of !== undefined ? [type.of] : [];
}

/** The same type with other types inside. */
export function withParams(type: Type, params: readonly Type[]): Type {
  const [first = DYN, second = DYN] = params;
  if (type.kind === 'list') return listOf(first);
  if (type.kind === 'map') return mapOf(first, second);
  if (type.kind === 'named' && params.length > 0) return { ...type, params: params.map(light) };
  return type.kind === 'type' && type.of !== undefined ? { kind: 'type', of: first } : type;
}

/** Whether two types are the same to the last detail. */
export function isSame(left: Type, right: Type): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind || nameIn(left) !== nameIn(right)) return false;
  const [one, other] = [paramsOf(left), paramsOf(right)];
  return one.length === other.length && one.every((type, index) => isSame(type, other[index] ?? DYN));
}

/** The name of a type that has one of its own. */
export function nameIn(type: Type): string | undefined {
  return type.kind === 'named' || type.kind === 'object' || type.kind === 'param' ? type.name : undefined;
}

const NAMES: Readonly<Partial<Record<Type['kind'], string>>> = {
  error: '!error!',
  null: 'null',
  timestamp: 'timestamp',
  duration: 'duration',
};

/** As Kubernetes writes types in messages: `list(string)`, `map(string, dyn)`. */
export function typeText(type: Type): string {
  const name = nameIn(type) ?? NAMES[type.kind] ?? type.kind;
  const params = paramsOf(type);
  return params.length === 0 ? name : `${name}(${params.map(typeText).join(', ')})`;
}

/** `(string, int)`, or `string.(int)` for a call on a value. */
export function argsText(args: readonly Type[], isMember: boolean): string {
  const [target, ...rest] = args;
  if (isMember && target !== undefined) return `${typeText(target)}.(${rest.map(typeText).join(', ')})`;
  return `(${args.map(typeText).join(', ')})`;
}
