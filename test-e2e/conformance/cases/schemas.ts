import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Step } from '../case.js';
import { defined, definition, OBJECTS, rootSchema, specSchema, widget, WIDGETS } from './definition.js';
import { changed, type Changes } from './objects.js';
import { create, patch } from './steps.js';

/** A text. */
export const TEXT: JsonObject = { type: 'string' };
/** A whole number. */
export const INTEGER: JsonObject = { type: 'integer' };
/** An object with these properties. */
export const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...rest,
});
/** What a spec becomes, or why not. */
export const spec = (value: JsonValue, rest: Pick<Step, 'query'> = {}): Step =>
  create(OBJECTS, widget({ spec: value }), {
    query: { dryRun: 'All', ...rest.query },
    only: ['message', 'details', 'spec'],
  });
/** What specs become under a schema. */
export const specs = (schema: JsonObject, values: readonly JsonValue[]): readonly Step[] => [
  ...defined(specSchema(schema)),
  ...values.map((value) => spec(value)),
];
/** One field of each schema, each with some values. */
export const fields = (
  each: Readonly<Record<string, { readonly schema: JsonObject; readonly values: readonly JsonValue[] }>>,
): readonly Step[] => [
  ...defined(specSchema(object(Object.fromEntries(Object.entries(each).map(([name, { schema }]) => [name, schema]))))),
  ...Object.entries(each).flatMap(([name, { values }]) => values.map((value) => spec({ [name]: value }))),
];
/** Changes the schema, and waits until it is that of new objects. */
export const redefined = (schema: JsonObject, probe: Step): readonly Step[] => [
  patch(WIDGETS, 'merge', { spec: changed(definition(), specSchema(schema))['spec'] ?? null }, { only: [] }),
  probe,
];
/** A schema that takes everything. */
export const any: Changes = rootSchema({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true });
