import type { JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { fieldPath, forbidden, invalid, keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import { schemaIn } from './schema-walk.js';
import type { Patterns } from './pattern.js';
import type { Findings } from '../../definition/findings.js';

export interface Walk {
  readonly patterns: Patterns;
  readonly findings: Findings;
}

/**
 * The `anyOf` of integer and string that is allowed, and so not checked: the schema's own, or that of its first
 * `allOf`.
 */
export interface Skips {
  readonly anyOf: boolean;
  readonly inFirstAllOf: boolean;
}

const NOTHING: Skips = { anyOf: false, inFirstAllOf: false };

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** Finds the schema's `anyOf` of integer and string. */
export function intOrStringPlaces({ anyOf, allOf }: JSONSchemaProps): Skips {
  return { anyOf: deepEqual(anyOf, INT_OR_STRING), inFirstAllOf: deepEqual(allOf?.[0]?.anyOf, INT_OR_STRING) };
}

/** Validates `allOf`, `anyOf`, `oneOf`, `not` and the pattern. */
export function checkNested(schema: JSONSchemaProps, path: string, walk: Walk, skips: Skips): void {
  const { findings, patterns } = walk;
  for (const name of ['anyOf', 'allOf', 'oneOf'] as const) {
    if (name === 'anyOf' && skips.anyOf) continue;
    for (const [index, each] of (schema[name] ?? []).entries()) {
      const anyOf = name === 'allOf' && index === 0 && skips.inFirstAllOf;
      checkInside(each, keyPath(fieldPath(path, name), index), walk, { ...NOTHING, anyOf });
      if (findings.isFull()) return;
    }
  }
  if (schema.not !== undefined) checkInside(schema.not, fieldPath(path, 'not'), walk, NOTHING);
  const { pattern = '' } = schema;
  const problem = pattern === '' ? undefined : patterns.problemOf(pattern);
  if (problem !== undefined) {
    const text = `must be a valid regular expression, but isn't: ${problem}`;
    findings.add(invalid(fieldPath(path, 'pattern'), pattern, text));
  }
}

/** Members that are forbidden within junctors, since the structural part has them. */
const FORBIDDEN: readonly (readonly [name: keyof JSONSchemaProps, state: 'empty' | 'undefined' | 'false'])[] = [
  ['type', 'empty'],
  ['default', 'undefined'],
  ['title', 'empty'],
  ['description', 'empty'],
  ['nullable', 'false'],
  ['x-kubernetes-preserve-unknown-fields', 'false'],
  ['x-kubernetes-embedded-resource', 'false'],
  ['x-kubernetes-int-or-string', 'false'],
  ['x-kubernetes-list-map-keys', 'empty'],
  ['x-kubernetes-list-type', 'undefined'],
  ['x-kubernetes-map-type', 'undefined'],
  ['x-kubernetes-validations', 'empty'],
];

function checkInside(schema: JSONSchemaProps, path: string, walk: Walk, skips: Skips): void {
  const { findings } = walk;
  if (findings.isFull()) return;
  checkNested(schema, path, walk, skips);
  const items = schemaIn(schema.items);
  if (items !== undefined) checkInside(items, fieldPath(path, 'items'), walk, NOTHING);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    checkInside(property, keyPath(fieldPath(path, 'properties'), name), walk, NOTHING);
  }
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) {
    findings.add(forbidden(fieldPath(path, 'additionalProperties'), 'must be undefined to be structural'));
  }
  for (const [name, state] of FORBIDDEN) {
    if (schema[name] !== undefined) findings.add(forbidden(fieldPath(path, name), `must be ${state} to be structural`));
  }
  if (schema.properties?.['metadata'] !== undefined) {
    const at = keyPath(fieldPath(path, 'properties'), 'metadata');
    findings.add(forbidden(at, 'must not be specified in a nested context'));
  }
}
