import { writeJson, writeJsonPretty } from '@pilothouse/apimachinery/json/write.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { RequestContext } from '../../request/context.js';
import type { Response } from '../../request/response.js';
import type { Entry } from '../../storage/store.js';
import type { Scope } from '../scope.js';
import { partialMetadata } from '../table/partial-metadata.js';
import { tableOf } from '../table/table.js';
import type { Representation } from './representation.js';

export interface ResponseOptions {
  readonly status: number;
  readonly representation: Representation;
}

const NEWLINE = Buffer.from('\n');

/** An object of the store as the client wants it. Plain JSON is spliced from the stored bytes. */
export async function entryResponse(
  scope: Scope,
  context: RequestContext,
  entry: Entry,
  options: ResponseOptions,
): Promise<Response> {
  const { status, representation } = options;
  const { as, encoding, pretty } = representation;
  if (as.type === 'object' && encoding === 'json' && !pretty) {
    return respond(status, representation, [...scope.resource.stored.splice(entry), NEWLINE]);
  }
  return valueResponse(transformed(scope, context, entry, as), options);
}

function transformed(scope: Scope, context: RequestContext, entry: Entry, as: Representation['as']): JsonObject {
  const object = scope.resource.stored.decode(entry);
  switch (as.type) {
    case 'object':
      return object;
    case 'metadata':
      return partialMetadata(scope, object, as.version);
    case 'table': {
      const metadata = { resourceVersion: String(entry.revision) };
      return tableOf(scope, context, [object], { version: as.version, metadata });
    }
  }
}

/** Any value as the client wants it. */
export async function valueResponse(value: JsonObject, { status, representation }: ResponseOptions): Promise<Response> {
  return respond(status, representation, [Buffer.from(await encodeValue(value, representation))]);
}

/** A value as text that ends in a newline. */
export async function encodeValue(value: JsonObject, { encoding, pretty }: Representation): Promise<string> {
  if (encoding === 'yaml') {
    const { writeYaml } = await import('@pilothouse/apimachinery/yaml/write.js');
    return writeYaml(value);
  }
  return pretty ? writeJsonPretty(value) : `${writeJson(value)}\n`;
}

export function respond(status: number, { contentType }: Representation, body: Response['body']): Response {
  return { status, headers: { 'content-type': contentType, 'cache-control': 'no-cache, private' }, body };
}
