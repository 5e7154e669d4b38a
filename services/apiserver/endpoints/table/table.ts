import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { fieldErrorText, invalid } from '@pilothouse/apimachinery/status/field-error.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import { AGE_COLUMN, DEFAULT_COLUMNS, NAME_COLUMN } from '@pilothouse/kinds/definition/columns.js';
import type { Column } from '@pilothouse/kinds/definition/definition.js';
import type { RequestContext } from '../../request/context.js';
import type { MetaVersion } from '../negotiation/representation.js';
import type { Scope } from '../scope.js';
import { partialMetadata } from './partial-metadata.js';

export interface TableOptions {
  readonly version: MetaVersion;
  readonly metadata: JsonObject;
  /** By default those of the resource. */
  readonly columns?: readonly Column[];
  /** As in Kubernetes, watch events after the first have null in place of columns. */
  readonly withoutColumns?: boolean;
}

/** The content of a row's `object`, by the query parameter `includeObject`. */
const INCLUDE = ['None', 'Metadata', 'Object'] as const;

/** Objects as a Table: name, the resource's own columns, and age. */
export function tableOf(
  scope: Scope,
  context: RequestContext,
  objects: readonly JsonObject[],
  options: TableOptions,
): JsonObject {
  return Object.assign(tableHead(scope, options), { rows: objects.map(rowOf(scope, context, options)) });
}

/** A Table without its rows. */
export function tableHead(scope: Scope, options: TableOptions): JsonObject {
  const { version, metadata, columns = columnsOf(scope), withoutColumns = false } = options;
  return Object.assign(newObject(), {
    kind: 'Table',
    apiVersion: `${scope.metaGroup}/${version}`,
    metadata,
    columnDefinitions: withoutColumns ? null : columns.map(columnDefinition),
  });
}

/** Returns a function that converts an object to a row. Throws 400 for invalid query parameters. */
export function rowOf(
  scope: Scope,
  context: RequestContext,
  { version, columns = columnsOf(scope) }: Pick<TableOptions, 'version' | 'columns'>,
): (object: JsonObject) => JsonObject {
  const include = includeObject(context);
  const now = scope.resource.environment.now();
  return (object) => {
    const row = newObject();
    row['cells'] = columns.map((column) => column.cell(object, now));
    if (include !== 'None') {
      row['object'] = include === 'Metadata' ? partialMetadata(scope, object, version) : object;
    }
    return row;
  };
}

/** The Table of a bookmark: its one row holds only `object`. */
export function bookmarkTable(scope: Scope, object: JsonObject, options: TableOptions): JsonObject {
  const row = newObject();
  row['cells'] = columnsOf(scope).map((column) => EMPTY_CELLS.get(column) ?? null);
  row['object'] = partialMetadata(scope, object, options.version);
  return Object.assign(tableHead(scope, options), { rows: [row] });
}

function includeObject({ query }: RequestContext): (typeof INCLUDE)[number] {
  const asked = query.get('includeObject') ?? '';
  if (asked === '') return 'Metadata';
  const known = INCLUDE.find((value) => value === asked);
  if (known !== undefined) return known;
  const why = invalid('includeObject', asked, "must be 'Metadata', 'Object', 'None', or empty");
  throw badRequest(`Unable to convert to Table as requested: ${fieldErrorText(why)}`);
}

/** Cells without an object. */
const EMPTY_CELLS = new Map([
  [NAME_COLUMN, ''],
  [AGE_COLUMN, '<unknown>'],
]);

function columnsOf({ resource }: Scope): readonly Column[] {
  const { columns } = resource.definition;
  return columns.length === 0 ? DEFAULT_COLUMNS : columns;
}

function columnDefinition({ name, type, format, description, priority }: Column): JsonObject {
  return Object.assign(newObject(), { name, type, format: format ?? '', description, priority });
}
