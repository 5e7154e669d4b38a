import type { JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { fieldPath, forbidden, invalid, keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../../definition/findings.js';
import { checkListRules, type ListRuleOptions } from './list-rules.js';
import { checkOpenApi, type OpenApiOptions } from './open-api-rules.js';
import { checkRuleShapes } from './rule-shape.js';
import { schemaIn, schemasIn } from './schema-walk.js';

export interface SchemaOptions extends ListRuleOptions {
  readonly requireValidTypes: boolean;
}

const TYPE_META: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

/**
 * Validates each schema on its own (Kubernetes' `ValidateCustomResourceDefinitionOpenAPISchema`). Each schema is
 * visited once. Returns the schemas that have errors or contain a schema with errors.
 */
export function checkSchemas(
  root: JSONSchemaProps,
  path: string,
  options: SchemaOptions,
  findings: Findings,
): ReadonlySet<JSONSchemaProps> {
  const wrong = new Set<JSONSchemaProps>();
  const around = { requireValidTypes: options.requireValidTypes, noDefaults: undefined, isInMetadata: false };
  checkSchema(root, path, { options, findings, wrong, root }, around);
  return wrong;
}

interface Walk {
  readonly options: SchemaOptions;
  readonly findings: Findings;
  readonly wrong: Set<JSONSchemaProps>;
  readonly root: JSONSchemaProps;
}

function checkSchema(schema: JSONSchemaProps, path: string, walk: Walk, around: OpenApiOptions): void {
  const { findings, options, wrong } = walk;
  if (findings.isFull()) return;
  const before = findings.errors.length;
  checkOpenApi(schema, path, around, findings);
  checkObject(schema, path, walk, around);
  checkJunctors(schema, path, walk, around);
  checkItems(schema, path, walk, around);
  for (const [name, choice] of Object.entries(schema.dependencies ?? {})) {
    const inner = schemaIn(choice);
    if (inner !== undefined) checkSchema(inner, keyPath(fieldPath(path, 'dependencies'), name), walk, around);
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    findings.add(invalid(fieldPath(path, 'x-kubernetes-preserve-unknown-fields'), false, 'must be true or undefined'));
  }
  checkListRules(schema, path, options, findings);
  checkRuleShapes(schema, path, findings);
  if (findings.errors.length > before) wrong.add(schema);
}

function checkObject(schema: JSONSchemaProps, path: string, walk: Walk, around: OpenApiOptions): void {
  const isRoot = schema === walk.root;
  const { properties, additionalProperties } = schema;
  if (properties !== undefined && additionalProperties !== undefined && additionalProperties !== true) {
    const text = 'additionalProperties and properties are mutual exclusive';
    walk.findings.add(forbidden(fieldPath(path, 'additionalProperties'), text));
  }
  const others = schemaIn(additionalProperties);
  if (others !== undefined) {
    const noDefaults = 'inside additionalProperties applying to object metadata';
    const inside = around.isInMetadata ? { ...around, noDefaults } : around;
    checkSchema(others, fieldPath(path, 'additionalProperties'), walk, inside);
  }
  const isWhole = isRoot || schema['x-kubernetes-embedded-resource'] === true;
  for (const [name, property] of Object.entries(properties ?? {})) {
    const at = keyPath(fieldPath(path, 'properties'), name);
    if (!isWhole || !TYPE_META.has(name)) checkSchema(property, at, walk, around);
    else
      checkSchema(property, at, walk, {
        ...around,
        isInMetadata: true,
        ...(isRoot && { noDefaults: `in top-level ${name}` }),
      });
  }
}

/** Junctors and `definitions`. The latter are refused, but validated. */
function checkJunctors(schema: JSONSchemaProps, path: string, walk: Walk, around: OpenApiOptions): void {
  if (schema.not !== undefined) checkSchema(schema.not, fieldPath(path, 'not'), walk, around);
  for (const name of ['allOf', 'oneOf', 'anyOf'] as const) {
    for (const [index, each] of (schema[name] ?? []).entries()) {
      checkSchema(each, keyPath(fieldPath(path, name), index), walk, around);
    }
  }
  for (const [name, each] of Object.entries(schema.definitions ?? {})) {
    checkSchema(each, keyPath(fieldPath(path, 'definitions'), name), walk, around);
  }
}

function checkItems({ items }: JSONSchemaProps, path: string, walk: Walk, around: OpenApiOptions): void {
  const single = schemaIn(items);
  const at = fieldPath(path, 'items');
  if (single !== undefined) checkSchema(single, at, walk, around);
  for (const [index, each] of schemasIn(items).entries()) checkSchema(each, keyPath(at, index), walk, around);
}
