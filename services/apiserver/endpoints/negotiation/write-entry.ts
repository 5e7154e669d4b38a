import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson, writeJsonPretty } from '@pilothouse/apimachinery/json/write.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { ProtobufForm } from '../../registry/protobuf-form.js';
import type { RequestContext } from '../../request/context.js';
import type { Response } from '../../request/response.js';
import type { Scope } from '../scope.js';
import { partialMetadata } from '../table/partial-metadata.js';
import { tableOf, type TableOptions } from '../table/table.js';
import { entryProtobuf, protobufOf } from './entry-protobuf.js';
import type { Representation, Transform } from './representation.js';

export interface ResponseOptions {
  readonly status: number;
  readonly representation: Representation;
}

/** A value for any encoding. Tables and custom kinds have no protobuf. */
export interface Encodable {
  readonly value: JsonObject;
  readonly protobuf?: ProtobufForm | undefined;
}

const NEWLINE = Buffer.from('\n');

/** A stored object in the requested form. Plain JSON and protobuf are derived from the stored bytes. */
export async function entryResponse(
  scope: Scope,
  context: RequestContext,
  entry: Entry,
  { status, representation }: ResponseOptions,
): Promise<Response> {
  if (isPlain(representation)) {
    return respond(status, representation, [...scope.resource.stored.splice(entry), NEWLINE]);
  }
  const form = representation.encoding === 'protobuf' ? protobufOf(scope, representation.as) : undefined;
  if (form !== undefined) {
    const raw = entryProtobuf(scope.resource, form, entry);
    const { before, after } = form.envelope(raw.byteLength);
    const object = (): JsonObject => transformed(scope, context, entry, representation).value;
    return { ...respond(status, representation, [before, raw, after]), object };
  }
  return valueResponse(transformed(scope, context, entry, representation), { status, representation });
}

/** Whether stored bytes can be sent unchanged. */
export function isPlain({ as, encoding, pretty }: Representation): boolean {
  return as.type === 'object' && encoding === 'json' && !pretty;
}

/** An entry, parsed, in the requested form. `withoutColumns` is for tables after the first. */
export function transformed(
  scope: Scope,
  context: RequestContext,
  entry: Entry,
  { as }: Representation,
  withoutColumns = false,
): Encodable {
  const { stored, protobuf } = scope.resource;
  const metadata = entry.revision > 0 ? { resourceVersion: String(entry.revision) } : {};
  const table = { metadata, withoutColumns };
  const value = as.type === 'metadata' ? stored.decodeMetadata(entry) : stored.decode(entry);
  return formOf(scope, context, { value, protobuf }, as, table);
}

/** An object in the requested form. */
export function formOf(
  scope: Scope,
  context: RequestContext,
  object: Encodable,
  as: Transform,
  table: Omit<TableOptions, 'version'>,
): Encodable {
  switch (as.type) {
    case 'object':
      return object;
    case 'metadata':
      return { value: partialMetadata(scope, object.value, as.version), protobuf: scope.forms.partial(as.version) };
    case 'table':
      return { value: tableOf(scope, context, [object.value], { ...table, version: as.version }) };
  }
}

/** Any value in the requested form. */
export async function valueResponse(
  encodable: Encodable,
  { status, representation }: ResponseOptions,
): Promise<Response> {
  const response = respond(status, representation, [await encodeValue(encodable, representation)]);
  return representation.encoding === 'json' ? response : { ...response, object: () => encodable.value };
}

/** A value in the requested encoding. Text ends in a newline. */
export async function encodeValue(
  { value, protobuf }: Encodable,
  { encoding, pretty }: Representation,
): Promise<Uint8Array> {
  switch (encoding) {
    case 'protobuf':
      if (protobuf === undefined) throw new Error('there is no protobuf for this value');
      return protobuf.encode(value);
    case 'yaml': {
      const { writeYaml } = await import('@pilothouse/apimachinery/yaml/write.js');
      return Buffer.from(writeYaml(value));
    }
    case 'json':
      return Buffer.from(pretty ? writeJsonPretty(value) : `${writeJson(value)}\n`);
  }
}

export function respond(status: number, { contentType }: Representation, body: Response['body']): Response {
  return { status, headers: { 'content-type': contentType, 'cache-control': 'no-cache, private' }, body };
}
