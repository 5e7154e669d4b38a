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

/** Runs a decoder; its DecodeError becomes the 400 that names the kind. */
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

/** What a document is to be; every Resource is one. */
export interface DecodableType extends TypeMeta {
  readonly definition?: Pick<ResourceDefinition, 'group' | 'origin'>;
  readonly version: { readonly name: string; readonly schema?: Pick<VersionDefinition['schema'], 'type'> };
  readonly decode: (value: JsonObject) => Decoded;
}

/** A client's document as an object of the type. Throws 400 for another kind or version, and for what Strict refuses. */
export function decodeBody(
  context: RequestContext,
  type: DecodableType,
  { value: document, duplicates }: ParsedBody<JsonObject>,
  mode: FieldValidation,
): JsonObject {
  const { value, unknown } = decodeDocument(type, document);
  context.audit?.received(document);
  if (mode === 'Ignore') return value;
  // Decoders of custom types tell of unknown fields in an order of their own, after what any JSON can have.
  const isCustom = type.version.schema?.type === 'custom';
  const texts = isCustom
    ? [...duplicateTexts(duplicates), ...unknownTexts(unknown)]
    : droppedTexts(document, duplicates, unknown);
  reportDroppedOf(context, type, texts, mode);
  return value;
}

/** The same without a word on what was dropped. Kind and apiVersion are put into the document where they are missing. */
export function decodeDocument(type: DecodableType, document: JsonObject): Decoded {
  const { kind, apiVersion, version } = type;
  if (type.definition?.origin === undefined) checkType(type, document);
  else checkCustomType(type, document);
  document['kind'] = kind;
  document['apiVersion'] = apiVersion;
  return decodeAs(type.decode, document, { kind, version: version.name });
}

/** Ignores, warns of or refuses with 400 what was dropped of a document. */
export function reportDroppedOf(
  context: RequestContext,
  { kind, version }: DecodableType,
  texts: readonly string[],
  mode: FieldValidation,
): void {
  reportDropped(context, mode, texts, cannotBe({ kind, version: version.name }));
}

/** Of custom kinds Kubernetes wants both, and tells of another kind as of an invalid field. */
function checkCustomType({ kind, apiVersion, definition }: DecodableType, value: JsonObject): void {
  const given = { kind: value['kind'] ?? '', apiVersion: value['apiVersion'] ?? '' };
  if (given.kind === '')
    throw badRequest(`the object provided is unrecognized (must be of type ${kind}): Object 'Kind' is missing`);
  if (given.apiVersion !== apiVersion) throw badRequest(otherVersion(given.apiVersion, apiVersion));
  if (given.kind === kind) return;
  if (typeof given.kind !== 'string')
    throw badRequest(`the kind in the data (${JSON.stringify(given.kind)}) is no text`);
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
