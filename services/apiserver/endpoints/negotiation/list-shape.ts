import { newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { ProtobufForm } from '../../registry/protobuf-form.js';
import { listKindOf } from '../../registry/list-schema.js';
import type { RequestContext } from '../../request/context.js';
import type { Scope } from '../scope.js';
import { partialMetadata } from '../table/partial-metadata.js';
import { rowOf, tableHead } from '../table/table.js';
import type { Transform } from './representation.js';

/** A list whose items are encoded one by one. */
export interface ListShape {
  /** Everything except the items. */
  readonly head: JsonObject;
  /** The field that holds the items. */
  readonly member: 'items' | 'rows';
  readonly itemOf: (entry: Entry) => JsonObject;
  /** Absent for tables and custom kinds. */
  readonly protobuf?: { readonly list: ProtobufForm; readonly item: ProtobufForm };
}

/** The requested form of a list. `metadata` is its ListMeta. Throws 400 for invalid table options. */
export function listShape(scope: Scope, context: RequestContext, as: Transform, metadata: JsonObject): ListShape {
  const { resource, forms, metaGroup } = scope;
  const { decode, decodeMetadata, itemsHaveType } = resource.stored;
  switch (as.type) {
    case 'table': {
      const row = rowOf(scope, context, as);
      const head = tableHead(scope, { version: as.version, metadata });
      return { head, member: 'rows', itemOf: (entry) => row(decode(entry)) };
    }
    case 'metadata':
      return {
        head: headOf('PartialObjectMetadataList', `${metaGroup}/${as.version}`, metadata),
        member: 'items',
        itemOf: (entry) => partialMetadata(scope, decodeMetadata(entry), as.version),
        protobuf: { list: forms.partialList(as.version), item: forms.partial(as.version) },
      };
    case 'object':
      return {
        head: headOf(listKindOf(resource.definition), resource.apiVersion, metadata),
        member: 'items',
        itemOf: (entry) => (itemsHaveType ? decode(entry) : withoutType(decode(entry))),
        ...(resource.protobuf &&
          resource.protobufList && { protobuf: { list: resource.protobufList, item: resource.protobuf } }),
      };
  }
}

function headOf(kind: string, apiVersion: string, metadata: JsonObject): JsonObject {
  return Object.assign(newObject(), { kind, apiVersion, metadata });
}

/** Items of a typed list have no kind and apiVersion. A copy, since deleting fields makes an object slow. */
function withoutType(object: JsonObject): JsonObject {
  const item = newObject();
  for (const key of Object.keys(object)) {
    if (key !== 'kind' && key !== 'apiVersion') item[key] = object[key] as JsonValue;
  }
  return item;
}
