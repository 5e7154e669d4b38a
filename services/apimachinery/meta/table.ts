import type { JsonObject, JsonValue } from '../json/value.js';
import type { ListMeta } from '../generated/meta/v1.js';

/** Objects as rows for people to read. It exists in JSON only: protobuf has no such message. */
export type Table = {
  kind: 'Table';
  /** `meta.k8s.io/v1` or `meta.k8s.io/v1beta1`, with the API domain in place of `k8s.io`. */
  apiVersion: string;
  metadata: ListMeta;
  /** Empty in the events of a watch after the first. */
  columnDefinitions: TableColumnDefinition[];
  rows: TableRow[];
};

export type TableColumnDefinition = {
  name: string;
  /** As in OpenAPI: `string`, `integer`, `number`, `boolean` or `date`. */
  type: string;
  /** As in OpenAPI; `name` marks the column that names the object. Empty for none. */
  format: string;
  description: string;
  /** 0 is always shown, higher ones only where there is room. */
  priority: number;
};

export type TableRow = {
  /** As many as there are columns, in their order. */
  cells: JsonValue[];
  conditions?: TableRowCondition[];
  /** The object, or its PartialObjectMetadata, or absent, as the request asked. */
  object?: JsonObject;
};

export type TableRowCondition = {
  /** `Completed` is the only one in use. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  reason?: string;
  message?: string;
};
