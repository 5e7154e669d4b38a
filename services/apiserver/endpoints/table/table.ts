import { newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { Column } from '../../registry/definition.js';
import type { RequestContext } from '../../request/context.js';
import type { MetaVersion } from '../negotiation/representation.js';
import type { Scope } from '../scope.js';
import { humanDuration } from './duration.js';
import { partialMetadata } from './partial-metadata.js';

export interface TableOptions {
  readonly version: MetaVersion;
  readonly metadata: JsonObject;
  /** Events of a watch after the first leave the definitions out. */
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
  return Object.assign(tableHead(scope, options), { rows: objects.map(rowOf(scope, context, options.version)) });
}

/** A Table without its rows. */
export function tableHead(scope: Scope, { version, metadata, withoutColumns = false }: TableOptions): JsonObject {
  return Object.assign(newObject(), {
    kind: 'Table',
    apiVersion: `${scope.metaGroup}/${version}`,
    metadata,
    columnDefinitions: withoutColumns ? [] : columnDefinitions(scope.resource.definition.columns),
  });
}

/** Makes the function that makes the rows of a table. Throws 400 where the query asks for what no row can have. */
export function rowOf(scope: Scope, context: RequestContext, version: MetaVersion): (object: JsonObject) => JsonObject {
  const { definition, environment } = scope.resource;
  const include = includeObject(context);
  const now = environment.now();
  return (object) => {
    const row = newObject();
    row['cells'] = [
      metadataOf(object).name ?? '',
      ...definition.columns.map((shown) => shown.cell(object)),
      ageOf(object, now),
    ];
    if (include !== 'None') {
      row['object'] = include === 'Metadata' ? partialMetadata(scope, object, version) : object;
    }
    return row;
  };
}

/** The Table that tells of no object but of a version: its one row holds nothing but `object`. */
export function bookmarkTable(scope: Scope, object: JsonObject, options: TableOptions): JsonObject {
  const row = newObject();
  row['cells'] = ['', ...scope.resource.definition.columns.map(() => null), '<unknown>'];
  row['object'] = partialMetadata(scope, object, options.version);
  return Object.assign(tableHead(scope, options), { rows: [row] });
}

function includeObject({ query }: RequestContext): (typeof INCLUDE)[number] {
  const asked = query.get('includeObject') ?? '';
  if (asked === '') return 'Metadata';
  const known = INCLUDE.find((value) => value === asked);
  if (known !== undefined) return known;
  throw badRequest(`unrecognized includeObject value ${JSON.stringify(asked)}: it must be None, Metadata or Object`);
}

function ageOf(object: JsonObject, now: Date): string {
  const { creationTimestamp } = metadataOf(object);
  if (creationTimestamp === undefined) return '<unknown>';
  return humanDuration((now.getTime() - Date.parse(creationTimestamp)) / 1000);
}

function columnDefinitions(columns: readonly Column[]): JsonValue[] {
  return [
    column('Name', 'string', 'name', 'Name, which is unique among the objects of the kind in a namespace.', 0),
    ...columns.map(({ name, type, description, priority }) => column(name, type, '', description, priority)),
    column('Age', 'string', '', 'Time since the object was created.', 0),
  ];
}

function column(name: string, type: string, format: string, description: string, priority: number): JsonObject {
  return Object.assign(newObject(), { name, type, format, description, priority });
}
