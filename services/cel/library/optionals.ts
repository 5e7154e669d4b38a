import { ArrayList } from '../values/list.js';
import { copyOf, GrowingMap } from '../values/map.js';
import { keyText, typeName } from '../values/kind.js';
import { List, CelMap, CelError, NONE, Optional, type Value } from '../values/value.js';
import { overload, type Overload } from './overload.js';
import { isZero } from './standard.js';

const of =
  (read: (value: Value | undefined) => Value): Overload['call'] =>
  ([optional]) =>
    read(optional instanceof Optional ? optional.value : undefined);
const end =
  (at: (list: List) => number): Overload['call'] =>
  ([list]) =>
    list instanceof List && list.size > 0 ? new Optional(list.get(at(list))) : NONE;
const unwrap: Overload['call'] = ([list], run) => {
  const found: Value[] = [];
  for (const item of list instanceof List ? list : []) {
    run.work(1);
    if (!(item instanceof Optional)) return new CelError(`value ${typeName(item)} is not optional`);
    if (item.value !== undefined) found.push(item.value);
  }
  return new ArrayList(found);
};

/** Functions of optional values. `or` and `orValue` evaluate lazily, so they are not functions. */
export const optionals: readonly Overload[] = [
  overload('optional.of(V): optional<V>', 'optional_of', ([value = null]) => new Optional(value)),
  overload('optional.ofNonZeroValue(V): optional<V>', 'optional_ofNonZeroValue', ([value = null]) =>
    isZero(value) ? NONE : new Optional(value),
  ),
  overload('optional.none(): optional<V>', 'optional_none', () => NONE),
  overload(
    'optional<V>.value(): V',
    'optional_value',
    of((value) => value ?? new CelError('optional.none() dereference')),
  ),
  overload(
    'optional<V>.hasValue(): bool',
    'optional_hasValue',
    of((value) => value !== undefined),
  ),
  overload(
    'list<V>.first(): optional<V>',
    'list_first',
    end(() => 0),
  ),
  overload(
    'list<V>.last(): optional<V>',
    'list_last',
    end((list) => list.size - 1),
  ),
  overload('optional.unwrap(list<optional<V>>): list<V>', 'optional_unwrap', unwrap),
  overload('list<optional<V>>.unwrapOpt(): list<V>', 'optional_unwrapOpt', unwrap),
];

/** Called by macros that build maps. No expression can name it. */
export const maps: readonly Overload[] = [
  overload('cel.@mapInsert(map<K, V>, K, V): map<K, V>', 'map_insert', ([map, key = null, value = null]) =>
    map instanceof CelMap ? insert(map, key, value) : null,
  ),
  overload('cel.@mapInsert(map<K, V>, map<K, V>): map<K, V>', 'map_insert_map', ([map, others], run) => {
    if (!(map instanceof CelMap) || !(others instanceof CelMap)) return null;
    let result: Value = map;
    for (const key of others.keys()) {
      run.work(1);
      if (result instanceof CelMap) result = insert(result, key, others.find(key) ?? null);
    }
    return result;
  }),
];

function insert(map: CelMap, key: Value, value: Value): Value {
  const growing = map instanceof GrowingMap ? map : copyOf(map);
  return growing.insert(key, value) ?? new CelError(`insert failed: key ${keyText(key)} already exists`);
}
