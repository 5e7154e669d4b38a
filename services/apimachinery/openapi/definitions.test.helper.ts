import { newObject, type JsonObject } from '../json/value.js';
import { eachDefined, openApiDefinition, type DefinedSchema } from './definitions.js';
import type { OpenApiVersion } from './dialect.js';

/** The definitions of the types and their transitive references. */
export function definitionsOf(version: OpenApiVersion, roots: readonly DefinedSchema[]): JsonObject {
  const result = newObject();
  const all = eachDefined(roots, (schema) => openApiDefinition(version, schema));
  for (const [name, { value }] of all) result[name] = value;
  return result;
}
