import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** A copy of `object` with some members of `source`. Absent members are omitted. */
export function withMembersOf<Kind extends JsonObject>(
  object: Kind,
  source: Kind,
  names: readonly (keyof Kind & string)[],
): Kind {
  const copy = copyObject(object);
  for (const name of names) {
    const value = source[name];
    if (value === undefined) delete copy[name];
    else copy[name] = value;
  }
  return copy as Kind;
}
