import { List, CelMap, Message, type Value } from '../values/value.js';

/**
 * Why the type names of constructed objects do not match the fields that they are in; undefined if they do. A field
 * `spec` of an `Object` may only hold objects of the type `Object.spec`. Lists and maps add nothing to the name.
 */
export function typeNameProblem(object: Message): string | undefined {
  const problems = [...mismatches(object, object.typeName)];
  return problems.length === 0 ? undefined : problems.join('\n');
}

function* mismatches(value: Value, path: string): Generator<string> {
  if (value instanceof Message) {
    if (value.typeName !== path) {
      const why = `expected "${path}", which matches field name path from root Object type`;
      yield `unexpected type name "${value.typeName}", ${why}`;
    }
    for (const [name, field] of value.fields) yield* mismatches(field, `${path}.${name}`);
  } else if (value instanceof List) {
    for (const item of value) yield* mismatches(item, path);
  } else if (value instanceof CelMap) {
    for (const key of value.keys()) yield* mismatches(value.find(key) ?? null, path);
  }
}
