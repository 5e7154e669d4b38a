import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Step } from '../case.js';
import { defined, definition, OBJECTS, rootSchema, specSchema, widget, WIDGETS } from './definition.js';
import { changed, type Changes } from './objects.js';
import { create, patch } from './steps.js';

/** Schema of a string. */
export const TEXT: JsonObject = { type: 'string' };
/** Schema of an integer. */
export const INTEGER: JsonObject = { type: 'integer' };
/** Schema of an object with these properties. */
export const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...rest,
});
/** The compared part of a response: the resulting spec, or the error. */
export const spec = (value: JsonValue, rest: Pick<Step, 'query'> = {}): Step =>
  create(OBJECTS, widget({ spec: value }), {
    query: { dryRun: 'All', ...rest.query },
    only: ['message', 'details', 'spec'],
  });
/** Creates objects with these specs under a schema. */
export const specs = (schema: JsonObject, values: readonly JsonValue[]): readonly Step[] => [
  ...defined(specSchema(schema)),
  ...values.map((value) => spec(value)),
];
/** A schema with several fields, and creates of objects with each value of each field. */
export const fields = (
  each: Readonly<Record<string, { readonly schema: JsonObject; readonly values: readonly JsonValue[] }>>,
): readonly Step[] => [
  ...defined(specSchema(object(Object.fromEntries(Object.entries(each).map(([name, { schema }]) => [name, schema]))))),
  ...Object.entries(each).flatMap(([name, { values }]) => values.map((value) => spec({ [name]: value }))),
];
/** Changes the schema, and waits until the server applies it to new objects. */
export const redefined = (schema: JsonObject, probe: Step): readonly Step[] => [
  patch(WIDGETS, 'merge', { spec: changed(definition(), specSchema(schema))['spec'] ?? null }, { only: [] }),
  probe,
];
/** A schema that accepts every value. */
export const any: Changes = rootSchema({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true });
