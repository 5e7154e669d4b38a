import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  STRING,
  TIMESTAMP,
  UINT,
  type Type,
} from './type.js';

/** The parameter and result types of an overload. */
export interface Signature {
  readonly name: string;
  /** The first argument is the target, as in `text.size()`. */
  readonly isMember: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
}

const SIMPLE: ReadonlyMap<string, Type> = new Map(
  Object.entries({
    bool: BOOL,
    bytes: BYTES,
    double: DOUBLE,
    duration: DURATION,
    dyn: DYN,
    int: INT,
    null: NULL,
    string: STRING,
    timestamp: TIMESTAMP,
    uint: UINT,
  }),
);

/**
 * Parses a signature such as `list<T>.indexOf(T): int`, `optional.of(T): optional<T>` or `string.size(): int`. Single
 * capital letters are type variables. A name before a dot is a target if it is a type, and otherwise part of the
 * function name.
 */
export function readSignature(text: string): Signature {
  const [, head = '', list = '', end = ''] = /^(.*?)\(([^()]*)\): (.*)$/.exec(text) ?? [];
  const args = list === '' ? [] : splitTop(list).map(readType);
  const point = head.lastIndexOf('.');
  const target = head.slice(0, Math.max(point, 0));
  const isMember = target !== '' && (target.includes('<') || SIMPLE.has(target) || /[A-Z]/.test(target));
  const name = isMember ? head.slice(point + 1) : head;
  return { name, isMember, args: isMember ? [readType(target), ...args] : args, result: readType(end) };
}

/** Parses `list<string>`, `map<K, V>`, `optional<T>`, `type<T>`, `net.IP`. */
export function readType(text: string): Type {
  const [, name = text, inner] = /^([^<]*)<(.*)>$/.exec(text) ?? [];
  const params = inner === undefined ? [] : splitTop(inner).map(readType);
  const [first = DYN, second = DYN] = params;
  if (name === 'list') return listOf(first);
  if (name === 'map') return mapOf(first, second);
  if (name === 'optional') return optionalOf(first);
  if (name === 'type') return { kind: 'type', of: first };
  if (/^[A-Z]$/.test(name)) return { kind: 'param', name };
  return SIMPLE.get(name) ?? { kind: 'named', name, params };
}

function splitTop(list: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of list) {
    if (character === ',' && depth === 0) {
      parts.push('');
      continue;
    }
    if (character === '<') depth += 1;
    if (character === '>') depth -= 1;
    parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts.map((part) => part.trim());
}
