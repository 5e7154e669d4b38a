import { readSignature, type Signature } from '../types/signature.js';

/** The overloads of operators, which are evaluated without overload resolution. */
export interface Operator extends Signature {
  readonly id: string;
}

const ORDERED = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'timestamp', 'duration'];
const NUMBERS = ['int', 'uint', 'double'];
const RELATIONS = { '_<_': 'less', '_<=_': 'less_equals', '_>_': 'greater', '_>=_': 'greater_equals' };

/** Operators with their overloads: the name, the types, and the id of the cost. */
export const operators: readonly Operator[] = [
  operator('_?_:_', '(bool, A, A): A', 'conditional'),
  operator('_&&_', '(bool, bool): bool', 'logical_and'),
  operator('_||_', '(bool, bool): bool', 'logical_or'),
  operator('!_', '(bool): bool', 'logical_not'),
  operator('@not_strictly_false', '(bool): bool', 'not_strictly_false'),
  operator('_==_', '(A, A): bool', 'equals'),
  operator('_!=_', '(A, A): bool', 'not_equals'),
  ...['bytes', 'double', 'int', 'string', 'uint', 'list<A>'].map((type) =>
    operator('_+_', `(${type}, ${type}): ${type}`, `add_${type === 'list<A>' ? 'list' : type}`),
  ),
  operator('_+_', '(duration, duration): duration', 'add_duration_duration'),
  operator('_+_', '(duration, timestamp): timestamp', 'add_duration_timestamp'),
  operator('_+_', '(timestamp, duration): timestamp', 'add_timestamp_duration'),
  ...NUMBERS.flatMap((type) => [
    operator('_-_', `(${type}, ${type}): ${type}`, `subtract_${type}`),
    operator('_*_', `(${type}, ${type}): ${type}`, `multiply_${type}`),
    operator('_/_', `(${type}, ${type}): ${type}`, `divide_${type}`),
  ]),
  operator('_-_', '(duration, duration): duration', 'subtract_duration_duration'),
  operator('_-_', '(timestamp, duration): timestamp', 'subtract_timestamp_duration'),
  operator('_-_', '(timestamp, timestamp): duration', 'subtract_timestamp_timestamp'),
  operator('_%_', '(int, int): int', 'modulo_int'),
  operator('_%_', '(uint, uint): uint', 'modulo_uint'),
  operator('-_', '(int): int', 'negate_int'),
  operator('-_', '(double): double', 'negate_double'),
  ...Object.entries(RELATIONS).flatMap(([name, id]) => [
    ...ORDERED.map((type) => operator(name, `(${type}, ${type}): bool`, `${id}_${type}`)),
    ...NUMBERS.flatMap((left) =>
      NUMBERS.filter((right) => right !== left).map((right) =>
        operator(name, `(${left}, ${right}): bool`, `${id}_${left}_${right}`),
      ),
    ),
  ]),
  operator('@in', '(A, list<A>): bool', 'in_list'),
  operator('@in', '(A, map<A, B>): bool', 'in_map'),
  operator('_[_]', '(list<A>, int): A', 'index_list'),
  operator('_[_]', '(map<A, B>, A): B', 'index_map'),
  operator('_[_]', '(optional<list<V>>, int): optional<V>', 'optional_list_index_int'),
  operator('_[_]', '(optional<map<K, V>>, K): optional<V>', 'optional_map_index_value'),
  operator('_[?_]', '(list<V>, int): optional<V>', 'list_optindex_optional_int'),
  operator('_[?_]', '(optional<list<V>>, int): optional<V>', 'optional_list_optindex_optional_int'),
  operator('_[?_]', '(map<K, V>, K): optional<V>', 'map_optindex_optional_value'),
  operator('_[?_]', '(optional<map<K, V>>, K): optional<V>', 'optional_map_optindex_optional_value'),
  member('optional<V>.or(optional<V>): optional<V>', 'optional_or_optional'),
  member('optional<V>.orValue(V): V', 'optional_orValue_value'),
];

function operator(name: string, types: string, id: string): Operator {
  return { ...readSignature(`f${types}`), name, id };
}

function member(text: string, id: string): Operator {
  return { ...readSignature(text), id };
}
