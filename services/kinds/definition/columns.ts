import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Column } from './definition.js';
import { humanDuration } from './duration.js';

/** The first column of most tables. */
export const NAME_COLUMN: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name, which is unique among the objects of the kind in a namespace.',
  priority: 0,
  cell: (object) => metadataOf(object).name ?? '',
};

/** The last column of most tables. */
export const AGE_COLUMN: Column = {
  name: 'Age',
  type: 'string',
  description: 'Time since the object was created.',
  priority: 0,
  cell: (object, now) => age(metadataOf(object).creationTimestamp, now),
};

/** The default column beside the name. */
const CREATED_AT_COLUMN: Column = {
  name: 'Created At',
  type: 'date',
  description: 'When the object was created.',
  priority: 0,
  cell: (object) => metadataOf(object).creationTimestamp ?? null,
};

export const DEFAULT_COLUMNS: readonly Column[] = [NAME_COLUMN, CREATED_AT_COLUMN];

/** Name, a kind's own columns, and age. */
export function columnsOf<Kind extends JsonObject>(...own: readonly Column<Kind>[]): readonly Column<Kind>[] {
  return [NAME_COLUMN, ...own, AGE_COLUMN];
}

/** The age of a time (RFC 3339) for display: `5m30s`; `<unknown>` without a time. */
export function age(time: string | undefined, now: Date): string {
  return time === undefined ? '<unknown>' : humanDuration((now.getTime() - Date.parse(time)) / 1000);
}

/** A column of texts. */
export function textColumn<Kind extends JsonObject>(
  name: string,
  description: string,
  cell: (object: Kind, now: Date) => JsonValue,
): Column<Kind> {
  return { name, type: 'string', description, priority: 0, cell };
}

/** The same, only in wide output. */
export function wideColumn<Kind extends JsonObject>(
  name: string,
  description: string,
  cell: (object: Kind, now: Date) => JsonValue,
): Column<Kind> {
  return { ...textColumn(name, description, cell), priority: 1 };
}

/** A column of whole numbers. */
export function numberColumn<Kind extends JsonObject>(
  name: string,
  description: string,
  cell: (object: Kind) => number,
): Column<Kind> {
  return { name, type: 'integer', description, priority: 0, cell };
}

/** A column of booleans. */
export function booleanColumn<Kind extends JsonObject>(
  name: string,
  description: string,
  cell: (object: Kind) => JsonValue,
): Column<Kind> {
  return { name, type: 'boolean', description, priority: 0, cell };
}

/** The column of names of classes, which marks default classes. */
export function classNameColumn<Kind extends JsonObject>(isDefault: (object: Kind) => boolean): Column<Kind> {
  return {
    ...NAME_COLUMN,
    cell: (object) => `${metadataOf(object).name ?? ''}${isDefault(object) ? ' (default)' : ''}`,
  };
}
