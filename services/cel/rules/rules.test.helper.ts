import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { readStructural } from '@pilothouse/apimachinery/structural/schema.js';
import assert from 'node:assert/strict';
import { createRules } from './rules.js';
import type { RuleResult } from './validator.js';

export const rules = createRules();

/** The path of the schema in these tests. */
export const PATH = 'schema';

export type Properties = Readonly<Record<string, JsonObject>>;

/** The schema of an object with rules. */
export function withRules(properties: Properties, ...list: JsonObject[]): JsonObject {
  return { type: 'object', properties: { ...properties }, 'x-kubernetes-validations': list };
}

/** The errors of a definition. */
export function problems(schema: JsonObject): string[] {
  return rules.problems(readStructural(schema), PATH).map(fieldErrorText);
}

export function result(schema: JsonObject, value: JsonObject, old?: JsonObject): RuleResult {
  const validate = rules.compile(readStructural(schema));
  assert.ok(validate);
  return validate(value, old, { now: () => 0 });
}

/** The errors of an object. */
export function errors(schema: JsonObject, value: JsonObject, old?: JsonObject): string[] {
  return result(schema, value, old).errors.map(fieldErrorText);
}

export const INT = { type: 'integer' };
export const TEXT = { type: 'string', maxLength: 10 };
