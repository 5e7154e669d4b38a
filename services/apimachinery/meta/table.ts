import type { JsonObject, JsonValue } from '../json/value.js';
import type { ListMeta } from '../generated/meta/v1.js';

/** A Table of objects. JSON only: it has no protobuf message. */
export type Table = {
  kind: 'Table';
  /** `meta.k8s.io/v1` or `meta.k8s.io/v1beta1`, with the API domain in place of `k8s.io`. */
  apiVersion: string;
  metadata: ListMeta;
  /** Empty in watch events after the first. */
  columnDefinitions: TableColumnDefinition[];
  rows: TableRow[];
};

export type TableColumnDefinition = {
  name: string;
  /** As in OpenAPI: `string`, `integer`, `number`, `boolean` or `date`. */
  type: string;
  /** As in OpenAPI; `name` marks the column with the object's name. Empty for none. */
  format: string;
  description: string;
  /** 0 is always shown; higher priorities only in wide output. */
  priority: number;
};

export type TableRow = {
  /** One for each column, in order. */
  cells: JsonValue[];
  conditions?: TableRowCondition[];
  /** The object, its PartialObjectMetadata, or absent, as requested. */
  object?: JsonObject;
};

export type TableRowCondition = {
  /** Only `Completed` is in use. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  reason?: string;
  message?: string;
};
