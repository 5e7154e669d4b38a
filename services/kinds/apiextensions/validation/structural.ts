import type { JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import {
  fieldErrorText,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  required,
} from '@pilothouse/apimachinery/status/field-error.js';
import { newFindings, type Findings } from '../../definition/findings.js';
import { checkCompleteness } from './completeness.js';
import { checkNested, intOrStringPlaces, type Walk } from './nested.js';
import type { Patterns } from './pattern.js';
import { schemaIn } from './schema-walk.js';

/** The position of a schema. */
type Level = 'root' | 'item' | 'field';

const WITHOUT_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/**
 * Validates that a schema is structural: each field has one type outside of `allOf`, `anyOf`, `oneOf` and `not`, and
 * these only restrict values (Kubernetes' `ValidateStructural`). The schema has no `conversionError`. The errors are
 * sorted by text.
 */
export function checkStructural(schema: JSONSchemaProps, path: string, patterns: Patterns, findings: Findings): void {
  const own = newFindings();
  checkLevel(schema, 'root', path, { patterns, findings: own });
  checkCompleteness(schema, path, own);
  const texts = new Map(own.errors.map((error) => [error, fieldErrorText(error)]));
  const ordered = own.errors.sort((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
  for (const error of ordered) findings.add(error);
}

function checkLevel(schema: JSONSchemaProps, level: Level, path: string, walk: Walk): void {
  const { findings } = walk;
  if (findings.isFull()) return;
  const items = schemaIn(schema.items);
  const itemsPath = fieldPath(path, 'items');
  if (schema.type === 'array' && items === undefined) findings.add(required(itemsPath, 'must be specified'));
  if (items !== undefined) checkLevel(items, 'item', itemsPath, walk);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    checkLevel(property, 'field', keyPath(fieldPath(path, 'properties'), name), walk);
  }
  checkOthers(schema, level, path, walk);
  checkExtensions(schema, path, findings);
  checkNested(schema, path, walk, intOrStringPlaces(schema));
  checkType(schema, level, path, findings);
  checkTypeMeta(schema, level, path, findings);
}

function checkOthers(schema: JSONSchemaProps, level: Level, path: string, walk: Walk): void {
  if (schema.additionalProperties === undefined) return;
  const othersPath = fieldPath(path, 'additionalProperties');
  if (level === 'root') walk.findings.add(forbidden(othersPath, 'must not be used at the root'));
  const others = schemaIn(schema.additionalProperties);
  if (others !== undefined) checkLevel(others, 'field', othersPath, walk);
  if (schema['x-kubernetes-embedded-resource'] === true) {
    walk.findings.add(forbidden(othersPath, 'must not be used if x-kubernetes-embedded-resource is set'));
  }
}

const NOT_WITH_INT_OR_STRING = ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const;

function checkExtensions(schema: JSONSchemaProps, path: string, findings: Findings): void {
  if (schema['x-kubernetes-int-or-string'] !== true) return;
  for (const name of NOT_WITH_INT_OR_STRING) {
    if (schema[name] !== true) continue;
    findings.add(invalid(fieldPath(path, name), true, 'must be false if x-kubernetes-int-or-string is true'));
  }
}

function checkType(schema: JSONSchemaProps, level: Level, path: string, findings: Findings): void {
  const { type = '' } = schema;
  const typePath = fieldPath(path, 'type');
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (schema['x-kubernetes-embedded-resource'] === true) {
    const text = 'must be object if x-kubernetes-embedded-resource is true';
    if (type === '') findings.add(required(typePath, text));
    else if (type !== 'object') findings.add(invalid(typePath, type, text));
    if (!preserves && schema.properties === undefined) {
      const why =
        'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
      findings.add(required(fieldPath(path, 'properties'), why));
    }
  } else if (type === '' && schema['x-kubernetes-int-or-string'] !== true && !preserves) {
    findings.add(required(typePath, WITHOUT_TYPE[level]));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    findings.add(invalid(typePath, type, 'must be object at the root'));
  }
}

/** A whole object has Kubernetes' type fields and metadata. */
function checkTypeMeta(schema: JSONSchemaProps, level: Level, path: string, findings: Findings): void {
  if (level !== 'root' && schema['x-kubernetes-embedded-resource'] !== true) return;
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const pathOf = (name: string): string => keyPath(fieldPath(path, 'properties'), name);
  for (const [name, property] of Object.entries({ kind, apiVersion })) {
    if (property === undefined || property.type === 'string') continue;
    findings.add(invalid(fieldPath(pathOf(name), 'type'), property.type ?? '', 'must be string'));
  }
  if (metadata === undefined) return;
  const metadataPath = pathOf('metadata');
  if (metadata.type !== 'object') {
    findings.add(invalid(fieldPath(metadataPath, 'type'), metadata.type ?? '', 'must be object'));
  }
  if (level !== 'root' || restrictsNamesAlone(metadata)) return;
  const text = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
  findings.add(forbidden(metadataPath, text));
}

const ALLOWED_IN_METADATA: readonly string[] = ['type', 'default', 'properties'];
const NAMES: readonly string[] = ['name', 'generateName'];

function restrictsNamesAlone(metadata: JSONSchemaProps): boolean {
  return (
    Object.keys(metadata).every((name) => ALLOWED_IN_METADATA.includes(name)) &&
    Object.keys(metadata.properties ?? {}).every((name) => NAMES.includes(name))
  );
}
