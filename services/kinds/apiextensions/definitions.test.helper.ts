import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
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

/** Decodes a definition as the server does. */
export function definitionOf(value: object): CustomResourceDefinition {
  const { value: parsed } = parseJson(writeJson(value as JsonObject));
  assert.ok(isObject(parsed));
  const definition = decode(parsed).value as CustomResourceDefinition;
  setDefaults(definition);
  return definition;
}

/** A sample definition with changes to its spec and top level. An undefined member is removed. */
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

/** A sample definition with one version, whose schema has the one property `p`. */
export function withProperty(schema: object): CustomResourceDefinition {
  return widgets({ versions: [version({ type: 'object', properties: { p: schema } })] });
}

/** The validation errors of a definition, as texts. */
export function problems(
  definition: CustomResourceDefinition,
  old?: CustomResourceDefinition,
  rules?: RuleChecks,
): string[] {
  return runWithoutYielding(validateDefinition(definition, old, { compilePattern, ...(rules && { rules }) })).map(
    fieldErrorText,
  );
}
