import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { RequestContext } from '../../request/context.js';
import type { Body, Response } from '../../request/response.js';
import type { Scope } from '../scope.js';
import { bodyOf, ONE_BODY_BYTES } from './chunks.js';
import { listProtobuf } from './list-protobuf.js';
import { listShape } from './list-shape.js';
import { listText } from './list-text.js';
import type { Representation } from './representation.js';
import { splicedChunks } from './spliced.js';
import { isPlain, respond } from './write-entry.js';

export interface ListResponseOptions {
  readonly representation: Representation;
  /** ListMeta. */
  readonly metadata: JsonObject;
}

/** A list in the requested form, streamed if large. */
export async function listResponse(
  scope: Scope,
  context: RequestContext,
  entries: readonly Entry[],
  { representation, metadata }: ListResponseOptions,
): Promise<Response> {
  if (isPlain(representation)) {
    return respond(200, representation, await plainList(scope, entries, metadata));
  }
  const shape = listShape(scope, context, representation.as, metadata);
  const chunks =
    representation.encoding === 'protobuf'
      ? listProtobuf(scope, shape, entries)
      : listText(shape, entries, representation);
  const response = respond(200, representation, await bodyOf(chunks));
  if (representation.encoding === 'json') return response;
  return { ...response, object: () => objectOf(listText(shape, entries, { ...representation, encoding: 'json' })) };
}

async function objectOf(json: AsyncIterable<Uint8Array>): Promise<JsonObject> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of json) chunks.push(chunk);
  return Object.assign(newObject(), parseJson(Buffer.concat(chunks)).value);
}

async function plainList(
  { resource, listCache }: Scope,
  entries: readonly Entry[],
  metadata: JsonObject,
): Promise<Body> {
  const { kind, apiVersion, stored } = resource;
  const open = `{"kind":"${kind}List","apiVersion":"${apiVersion}","metadata":${writeJson(metadata)},"items":[`;
  const close = ']}\n';
  const frame = { before: stored.itemHead, between: ',', after: '', skipped: stored.skipped };
  if (!isShort(entries)) return bodyOf(splicedChunks(entries, { ...frame, open, close }));
  const items = listCache.itemsOf(stored, entries, () => splicedChunks(entries, { ...frame, open: '', close: '' }));
  return [Buffer.from(open), ...items, Buffer.from(close)];
}

/** Whether the list is sent at once. Not all values are read, since that may compute them. */
function isShort(entries: readonly Entry[]): boolean {
  let size = 0;
  for (const { value } of entries) {
    size += value.byteLength;
    if (size > ONE_BODY_BYTES) return false;
  }
  return true;
}
