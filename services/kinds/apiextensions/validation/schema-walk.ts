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

/** Whether the predicate holds for the schema or a nested schema: in order, depth first. Allocates nothing for most schemas. */
export function someSchema(schema: JSONSchemaProps, predicate: (schema: JSONSchemaProps) => boolean): boolean {
  const holds = (each: JSONSchemaProps): boolean => predicate(each) || someBelow(each, holds);
  return holds(schema);
}

/** Whether the predicate holds for a schema directly within a schema. */
function someBelow(schema: JSONSchemaProps, holds: (schema: JSONSchemaProps) => boolean): boolean {
  const { items, additionalProperties, additionalItems, allOf, anyOf, oneOf, not } = schema;
  const { properties, patternProperties, definitions, dependencies } = schema;
  return (
    inChoice(items, holds) ||
    inChoice(additionalProperties, holds) ||
    inChoice(additionalItems, holds) ||
    schemasIn(items).some(holds) ||
    allOf?.some(holds) === true ||
    anyOf?.some(holds) === true ||
    oneOf?.some(holds) === true ||
    (not !== undefined && holds(not)) ||
    (properties !== undefined && Object.values(properties).some(holds)) ||
    (patternProperties !== undefined && Object.values(patternProperties).some(holds)) ||
    (definitions !== undefined && Object.values(definitions).some(holds)) ||
    (dependencies !== undefined && Object.values(dependencies).some((choice) => inChoice(choice, holds)))
  );
}

function inChoice(choice: Choice | null | undefined, holds: (schema: JSONSchemaProps) => boolean): boolean {
  const inner = schemaIn(choice);
  return inner !== undefined && holds(inner);
}
