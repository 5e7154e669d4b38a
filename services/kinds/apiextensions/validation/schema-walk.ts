import type {
  JSONSchemaProps,
  JSONSchemaPropsOrArray,
  JSONSchemaPropsOrBool,
  JSONSchemaPropsOrStringArray,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';

type Choice = JSONSchemaPropsOrArray | JSONSchemaPropsOrBool | JSONSchemaPropsOrStringArray;

/** The schema in a choice; undefined for a list or a boolean. */
export function schemaIn(choice: Choice | null | undefined): JSONSchemaProps | undefined {
  return typeof choice === 'object' && choice !== null && !Array.isArray(choice) ? choice : undefined;
}

/** The schemas of `items`. */
export function schemasIn(items: JSONSchemaPropsOrArray | undefined): readonly JSONSchemaProps[] {
  return Array.isArray(items) ? items : [];
}

/** Whether the predicate holds for the schema or a nested schema. */
export function someSchema(schema: JSONSchemaProps, predicate: (schema: JSONSchemaProps) => boolean): boolean {
  const pending = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (predicate(next)) return true;
    // In order, depth first. Pushed one by one, since a spread argument list has a size limit.
    for (const each of [...schemasBelow(next)].reverse()) pending.push(each);
  }
  return false;
}

/** The schemas directly within a schema. */
function* schemasBelow(schema: JSONSchemaProps): Iterable<JSONSchemaProps> {
  for (const choice of [schema.items, schema.additionalProperties, schema.additionalItems]) {
    const inner = schemaIn(choice);
    if (inner !== undefined) yield inner;
  }
  yield* schemasIn(schema.items);
  for (const list of [schema.allOf, schema.anyOf, schema.oneOf]) yield* list ?? [];
  if (schema.not !== undefined) yield schema.not;
  for (const map of [schema.properties, schema.patternProperties, schema.definitions]) yield* Object.values(map ?? {});
  for (const choice of Object.values(schema.dependencies ?? {})) {
    const inner = schemaIn(choice);
    if (inner !== undefined) yield inner;
  }
}
