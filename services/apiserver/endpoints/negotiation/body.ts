import { JsonSyntaxError } from '@pilothouse/apimachinery/json/syntax-error.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { badRequest, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { YamlSyntaxError } from '@pilothouse/apimachinery/yaml/syntax-error.js';
import type { RequestContext } from '../../request/context.js';
import { MEDIA_TYPES } from './representation.js';

/** A document from a client. */
export interface ParsedBody<Value> {
  readonly value: Value;
  /** Paths of keys that stood there more than once. */
  readonly duplicates: readonly string[];
}

/** The media type of the request's body, without parameters and in lower case; empty when it is not given. */
export function contentType(context: RequestContext): string {
  return (context.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The body as one JSON object, from JSON or YAML. `kind` is for messages. Throws 400 and 415. */
export async function readObject(context: RequestContext, kind: string): Promise<ParsedBody<JsonObject>> {
  return parseObject(await context.readBody(), contentType(context), kind);
}

/** The same for a body that has been read. */
export async function parseObject(bytes: Uint8Array, type: string, kind: string): Promise<ParsedBody<JsonObject>> {
  if (bytes.byteLength === 0) throw badRequest(`the request body is empty; it must be an object of type ${kind}`);
  const parsed = await parse(bytes, type, kind);
  if (isObject(parsed.value)) return { value: parsed.value, duplicates: parsed.duplicates };
  throw badRequest(`the object provided is unrecognized (must be of type ${kind}): it is not an object`);
}

async function parse(bytes: Uint8Array, type: string, kind: string): Promise<ReturnType<typeof parseJson>> {
  switch (type) {
    case '':
    case 'application/json':
      return withPosition(kind, () => parseJson(bytes));
    case 'application/yaml': {
      const { parseYaml } = await import('@pilothouse/apimachinery/yaml/parse.js');
      return withPosition(kind, () => parseYaml(bytes), YamlSyntaxError);
    }
    default:
      throw unsupportedMediaType(MEDIA_TYPES);
  }
}

export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const list = accepted.join(', ');
  return new StatusError(
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${list}`,
  );
}

/** Runs a parser; its syntax errors, which tell the position, become 400. */
function withPosition<Result>(
  kind: string,
  parser: () => Result,
  errorClass: new (...args: never[]) => Error = JsonSyntaxError,
): Result {
  try {
    return parser();
  } catch (error) {
    if (!(error instanceof errorClass)) throw error;
    const language = errorClass === JsonSyntaxError ? 'json' : 'yaml';
    const message = `the object provided is unrecognized (must be of type ${kind}): ${language} parse error: ${error.message}`;
    throw badRequest(message);
  }
}
