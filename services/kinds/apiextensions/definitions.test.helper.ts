import { atOnce } from '@pilothouse/runtime/event-loop/steps.js';
import assert from 'node:assert/strict';
import {
  customResourceDefinitionSchema,
  type CustomResourceDefinition,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { setDefaults } from './defaults.js';
import { compilePattern } from './patterns.js';
import { validateDefinition } from './validation/definition.js';
import type { RuleChecks } from './validation/rules.js';

const decode = compileDecoder(customResourceDefinitionSchema);

/** A definition as the server has it after decoding. */
export function definitionOf(value: object): CustomResourceDefinition {
  const { value: parsed } = parseJson(writeJson(value as JsonObject));
  assert.ok(isObject(parsed));
  const definition = decode(parsed).value as CustomResourceDefinition;
  setDefaults(definition);
  return definition;
}

/** Some definition with another spec and status; a member that is undefined is left out. */
export function widgets(spec: object = {}, others: object = {}): CustomResourceDefinition {
  return definitionOf({
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [version({ type: 'object' })],
      ...spec,
    },
    ...others,
  });
}

/** A version that is served and stored. */
export function version(openAPIV3Schema: object, settings: object = {}): object {
  return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema }, ...settings };
}

/** Some definition with one version, whose root has the one property `p`. */
export function withProperty(schema: object): CustomResourceDefinition {
  return widgets({ versions: [version({ type: 'object', properties: { p: schema } })] });
}

/** What is wrong with a definition, one text each. */
export function problems(
  definition: CustomResourceDefinition,
  old?: CustomResourceDefinition,
  rules?: RuleChecks,
): string[] {
  return atOnce(validateDefinition(definition, old, { compilePattern, ...(rules && { rules }) })).map(fieldErrorText);
}
