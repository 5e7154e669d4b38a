import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { DecodeError, type Decoded } from '@pilothouse/apimachinery/schema/decode.js';
import { invalid } from '@pilothouse/apimachinery/status/field-error.js';
import { badRequest, invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceDefinition, VersionDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { TypeMeta } from '@pilothouse/kinds/definition/stored-form.js';
import type { ParsedBody } from './negotiation/body.js';
import { droppedTexts, duplicateTexts, reportDropped, unknownTexts } from './options/field-validation.js';
import type { FieldValidation } from './options/write-options.js';

/** Runs a decoder. A DecodeError becomes a 400 that names the kind. */
export function decodeAs(
  decode: (value: JsonObject) => Decoded,
  value: JsonObject,
  type: { readonly kind: string; readonly version: string },
): Decoded {
  try {
    return decode(value);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`${cannotBe(type)}: ${error.message}`);
  }
}

function cannotBe({ kind, version }: { readonly kind: string; readonly version: string }): string {
  return `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}`;
}

/** The expected type of a document; every Resource is one. */
export interface DecodableType extends TypeMeta {
  readonly definition?: Pick<ResourceDefinition, 'group' | 'origin'>;
  readonly version: { readonly name: string; readonly schema?: Pick<VersionDefinition['schema'], 'type'> };
  readonly decode: (value: JsonObject) => Decoded;
}

/** Decodes a client's document. Throws 400 for another kind or version, and for errors of the mode Strict. */
export function decodeBody(
  context: RequestContext,
  type: DecodableType,
  body: ParsedBody<JsonObject>,
  mode: FieldValidation,
): JsonObject {
  const { value: document, duplicates, repeated = duplicateTexts(duplicates) } = body;
  const { value, unknown } = decodeDocument(type, document);
  context.audit?.received(document);
  if (mode === 'Ignore') return value;
  // Decoders of custom types have their own order of unknown fields, after the JSON errors.
  const isCustom = type.version.schema?.type === 'custom';
  const texts = isCustom ? [...repeated, ...unknownTexts(unknown)] : droppedTexts(body, unknown);
  reportDroppedOf(context, type, texts, mode);
  return value;
}

/** Decodes without reporting dropped fields. Missing kind and apiVersion are set in the document. */
export function decodeDocument(type: DecodableType, document: JsonObject): Decoded {
  const { kind, apiVersion, version } = type;
  if (type.definition?.origin === undefined) checkType(type, document);
  else checkCustomType(type, document);
  document['kind'] = kind;
  document['apiVersion'] = apiVersion;
  return decodeAs(type.decode, document, { kind, version: version.name });
}

/** Reports the dropped fields of a document: ignores them, warns of them, or throws 400. */
export function reportDroppedOf(
  context: RequestContext,
  { kind, version }: DecodableType,
  texts: readonly string[],
  mode: FieldValidation,
): void {
  reportDropped(context, mode, texts, cannotBe({ kind, version: version.name }));
}

/** For custom kinds Kubernetes requires both, and reports another kind as an invalid field. */
function checkCustomType({ kind, apiVersion, definition }: DecodableType, value: JsonObject): void {
  const given = { kind: value['kind'] ?? '', apiVersion: value['apiVersion'] ?? '' };
  if (given.kind === '')
    throw badRequest(`the object provided is unrecognized (must be of type ${kind}): Object 'Kind' is missing`);
  if (given.apiVersion !== apiVersion) throw badRequest(otherVersion(given.apiVersion, apiVersion));
  if (given.kind === kind) return;
  if (typeof given.kind !== 'string')
    throw badRequest(`the kind in the data (${JSON.stringify(given.kind)}) is not a string`);
  const { metadata } = value;
  const name = isObject(metadata) ? metadata['name'] : undefined;
  throw invalidObject({ group: definition?.group ?? '', kind: given.kind }, typeof name === 'string' ? name : '', [
    invalid('kind', given.kind, `must be ${kind}`),
  ]);
}

function otherVersion(given: JsonValue, expected: string): string {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return `the API version in the data (${text}) does not match the expected API version (${expected})`;
}

function checkType({ kind, apiVersion, version }: DecodableType, value: JsonObject): void {
  const given = { kind: value['kind'] ?? kind, apiVersion: value['apiVersion'] ?? apiVersion };
  if (given.kind !== kind) {
    const text = typeof given.kind === 'string' ? given.kind : JSON.stringify(given.kind);
    const last = typeof given.apiVersion === 'string' ? (given.apiVersion.split('/').at(-1) ?? '') : version.name;
    throw badRequest(
      `${text} in version ${JSON.stringify(last)} cannot be handled as a ${kind}: the kind in the data does not match the expected kind ${JSON.stringify(kind)}`,
    );
  }
  if (given.apiVersion !== apiVersion) {
    throw badRequest(otherVersion(given.apiVersion, apiVersion));
  }
}
