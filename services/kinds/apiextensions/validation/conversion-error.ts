import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { schemaIn } from './schema-walk.js';

/** Members that structural schemas cannot have, in Kubernetes' order of checks. */
const UNSUPPORTED: readonly (readonly [name: string, isSet: (schema: JSONSchemaProps) => boolean])[] = [
  ['id', ({ id }) => id !== undefined],
  ['schema', ({ $schema }) => $schema !== undefined],
  ['$ref', ({ $ref }) => ($ref ?? '') !== ''],
  ['patternProperties', ({ patternProperties }) => patternProperties !== undefined],
  ['dependencies', ({ dependencies }) => dependencies !== undefined],
  ['additionalItems', ({ additionalItems }) => additionalItems !== undefined],
  ['definitions', ({ definitions }) => definitions !== undefined],
];

/**
 * The reason why a schema cannot be converted to a structural one; undefined if it can. Each schema is visited once.
 */
export const conversionError: (schema: JSONSchemaProps) => string | undefined = keyed((schema: JSONSchemaProps) => {
  const unsupported = UNSUPPORTED.find(([, isSet]) => isSet(schema));
  if (unsupported !== undefined) return `OpenAPIV3Schema '${unsupported[0]}' is not supported`;
  const inNested = firstError([
    ...(schema.not === undefined ? [] : [schema.not]),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ]);
  if (inNested !== undefined) return inNested;
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  }
  const items = schemaIn(schema.items);
  const others = schemaIn(schema.additionalProperties);
  return firstError([
    ...(items === undefined ? [] : [items]),
    ...Object.values(schema.properties ?? {}),
    ...(others === undefined ? [] : [others]),
  ]);
});

function firstError(schemas: readonly JSONSchemaProps[]): string | undefined {
  for (const schema of schemas) {
    const error = conversionError(schema);
    if (error !== undefined) return error;
  }
  return undefined;
}
