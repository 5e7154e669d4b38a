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
  /** Those of the resource unless said. */
  readonly columns?: readonly Column[];
  /** Events of a watch after the first have null in their place, as in Kubernetes. */
  readonly withoutColumns?: boolean;
}

/** What each row carries of its object, by the `includeObject` of the query. */
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

/** Makes the function that makes the rows of a table. Throws 400 where the query asks for what no row can have. */
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

/** The Table that tells of no object but of a version: its one row holds nothing but `object`. */
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

/** What stands in the columns where there is no object. */
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
