import { sprint } from '@pilothouse/apimachinery/jsonpath/print.js';
import { simplePathNames } from '@pilothouse/apimachinery/jsonpath/simple.js';
import { isObject, ownValue, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { SelectableField } from '../definition/definition.js';

/** The selectable fields of a version. */
export interface CustomSelectableFields {
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

/**
 * Selectable fields by name, such as `spec.colour`. An absent or null field is empty. Validated paths hold only names
 * and dots.
 */
export function selectableFieldsOf({
  selectableFields = [],
}: CustomSelectableFields): Readonly<Record<string, SelectableField>> {
  return Object.fromEntries(selectableFields.map(({ jsonPath }) => [jsonPath.replace(/^\./, ''), fieldAt(jsonPath)]));
}

function fieldAt(jsonPath: string): SelectableField {
  const names = simplePathNames(jsonPath);
  return {
    value(object) {
      const value = valueAt(object, names);
      return value === undefined || value === null ? '' : sprint(value);
    },
  };
}

function valueAt(object: JsonObject, names: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of names) value = isObject(value) ? ownValue(value, name) : undefined;
  return value;
}
