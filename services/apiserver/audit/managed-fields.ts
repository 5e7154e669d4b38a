import { copyObject, isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** The object without `metadata.managedFields`, also for list items and objects in table rows. */
export function withoutManagedFields(object: JsonObject): JsonObject {
  const copy = withoutOwn(object);
  const { items, rows } = copy;
  if (Array.isArray(items)) copy['items'] = items.map(withoutAny);
  if (object['kind'] === 'Table' && Array.isArray(rows)) copy['rows'] = rows.map(withoutInRow);
  return copy;
}

function withoutAny(value: JsonValue): JsonValue {
  return isObject(value) ? withoutOwn(value) : value;
}

function withoutInRow(row: JsonValue): JsonValue {
  if (!isObject(row) || !isObject(row['object'])) return row;
  const copy = copyObject(row);
  copy['object'] = withoutOwn(row['object']);
  return copy;
}

function withoutOwn(object: JsonObject): JsonObject {
  const copy = copyObject(object);
  const { metadata } = copy;
  if (!isObject(metadata) || metadata['managedFields'] === undefined) return copy;
  const rest = copyObject(metadata);
  delete rest['managedFields'];
  copy['metadata'] = rest;
  return copy;
}
