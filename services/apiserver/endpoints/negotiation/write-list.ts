import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { RequestContext } from '../../request/context.js';
import type { Response } from '../../request/response.js';
import type { Entry } from '../../storage/store.js';
import type { Scope } from '../scope.js';
import { partialMetadata } from '../table/partial-metadata.js';
import { tableOf } from '../table/table.js';
import type { Representation } from './representation.js';
import { isPlain, respond, valueResponse } from './write-entry.js';

export interface ListResponseOptions {
  readonly representation: Representation;
  /** ListMeta. */
  readonly metadata: JsonObject;
}

const COMMA = Buffer.from(',');
const END = Buffer.from(']}\n');

/** A collection as the client wants it. Plain JSON is spliced from the stored bytes. */
export async function listResponse(
  scope: Scope,
  context: RequestContext,
  entries: readonly Entry[],
  { representation, metadata }: ListResponseOptions,
): Promise<Response> {
  const { resource, forms } = scope;
  const { as } = representation;
  const listKind = `${resource.kind}List`;
  if (isPlain(representation)) {
    const head = `{"kind":"${listKind}","apiVersion":"${resource.apiVersion}","metadata":${writeJson(metadata)},"items":[`;
    return respond(200, representation, splicedItems(scope, Buffer.from(head), entries));
  }
  const objects = entries.map(resource.stored.decode);
  const options = { status: 200, representation };
  switch (as.type) {
    case 'table':
      return valueResponse({ value: tableOf(scope, context, objects, { version: as.version, metadata }) }, options);
    case 'metadata': {
      const items = objects.map((object) => partialMetadata(scope, object, as.version));
      const apiVersion = `${scope.metaGroup}/${as.version}`;
      const value = listValue('PartialObjectMetadataList', apiVersion, metadata, items);
      return valueResponse({ value, protobuf: forms.partialList(as.version) }, options);
    }
    case 'object': {
      const value = listValue(listKind, resource.apiVersion, metadata, objects.map(withoutType));
      return valueResponse({ value, protobuf: resource.protobufList }, options);
    }
  }
}

function splicedItems({ resource }: Scope, head: Uint8Array, entries: readonly Entry[]): Uint8Array[] {
  const chunks = [head];
  for (const entry of entries) {
    if (chunks.length > 1) chunks.push(COMMA);
    chunks.push(...resource.stored.spliceItem(entry));
  }
  chunks.push(END);
  return chunks;
}

function listValue(kind: string, apiVersion: string, metadata: JsonObject, items: JsonObject[]): JsonObject {
  return Object.assign(newObject(), { kind, apiVersion, metadata, items });
}

/** Items of a typed list leave kind and apiVersion to the list. */
function withoutType(object: JsonObject): JsonObject {
  delete object['kind'];
  delete object['apiVersion'];
  return object;
}
