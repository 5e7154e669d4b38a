import { setImmediate as nextTurn } from 'node:timers/promises';
import { JsonSyntaxError } from '@pilothouse/apimachinery/json/syntax-error.js';
import { parseJson, type ParsedJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { decodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';
import { ProtobufError } from '@pilothouse/apimachinery/protobuf/error.js';
import { badRequest, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { YamlSyntaxError } from '@pilothouse/apimachinery/yaml/syntax-error.js';
import type { ProtobufForm } from '../../registry/protobuf-form.js';
import { refuseTooManyValues } from '../../registry/size.js';
import type { RequestContext } from '../../request/context.js';
import { MEDIA_TYPES } from './representation.js';

/** A parsed document of a client. */
export interface ParsedBody<Value> {
  readonly value: Value;
  /** Paths of duplicate keys. */
  readonly duplicates: readonly string[];
  /** Texts for repeated keys of YAML; absent for other media types. */
  readonly repeated?: readonly string[];
}

/** The media type of the request body, without parameters and in lower case; empty if absent. */
export function contentType(context: RequestContext): string {
  return (context.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The expected type of a body. */
export interface BodyType {
  readonly kind: string;
  /** Undefined for types without protobuf. */
  readonly protobuf: ProtobufForm | undefined;
  /** The media types of protobuf; empty for such types. */
  readonly protobufTypes: readonly string[];
}

/** Bytes that take some milliseconds to parse. Other requests have a turn after them. */
const LARGE = 256 * 1024;

/** The body as one object, not yet normalised, from JSON, YAML or protobuf. Throws 400, 413 and 415. */
export async function readObject(context: RequestContext, type: BodyType): Promise<ParsedBody<JsonObject>> {
  const bytes = await context.readBody();
  context.trace?.event('limitedReadBody succeeded', { len: bytes.byteLength });
  return parseObject(bytes, contentType(context), type);
}

/** The same for the bytes of a body. */
export async function parseObject(
  bytes: Uint8Array,
  mediaType: string,
  type: BodyType,
): Promise<ParsedBody<JsonObject>> {
  const { kind, protobuf, protobufTypes } = type;
  if (bytes.byteLength === 0) throw badRequest(`the request body is empty; it must be an object of type ${kind}`);
  const parsed = await refusingSyntax(kind, async (): Promise<ParsedJson> => {
    if (mediaType === '' || mediaType === 'application/json') return parseJson(bytes);
    if (mediaType === 'application/yaml') {
      const { parseYaml } = await import('@pilothouse/apimachinery/yaml/parse.js');
      return parseYaml(bytes);
    }
    if (protobuf !== undefined && protobufTypes.includes(mediaType)) {
      return { value: parseProtobuf(bytes, kind, protobuf), duplicates: [] };
    }
    throw unsupportedMediaType([...MEDIA_TYPES, ...protobufTypes]);
  });
  if (bytes.byteLength >= LARGE) await nextTurn();
  const { value } = parsed;
  refuseTooManyValues(value);
  if (isObject(value)) return { ...parsed, value };
  throw badRequest(`the object provided is unrecognized (must be of type ${kind}): it is not an object`);
}

/** Bytes of another kind are not decoded: its name suffices to refuse it. */
function parseProtobuf(bytes: Uint8Array, kind: string, protobuf: ProtobufForm): JsonObject {
  const envelope = decodeEnvelope(bytes);
  if (envelope.contentEncoding !== '') throw new ProtobufError(`unknown content encoding ${envelope.contentEncoding}`);
  const isExpected = envelope.kind === '' || envelope.kind === kind;
  const value = isExpected ? protobuf.decode(envelope.raw) : newObject();
  if (envelope.kind !== '') value['kind'] = envelope.kind;
  if (envelope.apiVersion !== '') value['apiVersion'] = envelope.apiVersion;
  return value;
}

export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const list = accepted.join(', ');
  return new StatusError(
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${list}`,
  );
}

/** Converts errors of parsers, with their position if known, to 400. */
async function refusingSyntax<Result>(kind: string, parse: () => Promise<Result>): Promise<Result> {
  try {
    return await parse();
  } catch (error) {
    const language = languageOf(error);
    if (language === undefined || !(error instanceof Error)) throw error;
    const why = `${language} parse error: ${error.message}`;
    throw badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why}`);
  }
}

function languageOf(error: unknown): string | undefined {
  if (error instanceof JsonSyntaxError) return 'json';
  if (error instanceof YamlSyntaxError) return 'yaml';
  return error instanceof ProtobufError ? 'protobuf' : undefined;
}
