import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { RequestContext } from '../../request/context.js';
import type { Response } from '../../request/response.js';
import type { Scope } from '../scope.js';
import { bodyOf } from './chunks.js';
import { listProtobuf } from './list-protobuf.js';
import { listShape } from './list-shape.js';
import { listText } from './list-text.js';
import type { Representation } from './representation.js';
import { spliceItems } from './spliced.js';
import { isPlain, respond } from './write-entry.js';

const CLOSE = Buffer.from(']}\n');

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
    return respond(200, representation, await bodyOf(plainList(scope, entries, metadata)));
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

/** The stored objects as JSON, from chunks that lists share. */
function* plainList(
  { resource, listCache }: Scope,
  entries: readonly Entry[],
  metadata: JsonObject,
): Generator<Uint8Array> {
  const { kind, apiVersion, stored } = resource;
  yield Buffer.from(`{"kind":"${kind}List","apiVersion":"${apiVersion}","metadata":${writeJson(metadata)},"items":[`);
  const { itemHead, skipped } = stored;
  const frame = { first: itemHead, later: `,${itemHead}`, after: '', skipped };
  yield* listCache.chunksOf(stored, entries, spliceItems(frame));
  yield CLOSE;
}
