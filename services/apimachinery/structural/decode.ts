import { objectMetaSchema } from '../generated/meta/v1.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { compileDecoder, DecodeError, type Decoded, type DecoderOptions } from '../schema/decode.js';
import { invalid } from '../status/field-error.js';
import { compileNormaliser, MAX_UNKNOWN } from './normalise.js';
import { StatusError } from '../status/status-error.js';
import type { StructuralSchema } from './schema.js';

const decodeMetadata = compileDecoder(objectMetaSchema);

export interface StructuralDecoderOptions extends DecoderOptions {
  /** Whether defaults beyond the size limit are dropped instead of rejected; false when absent. */
  readonly dropsExcess?: boolean;
}

/**
 * Same as `compileDecoder` for built-in types. Wrong types are left to validation, except in metadata. Throws 413 for
 * an object whose defaults make it too large.
 */
export function compileStructuralDecoder(
  schema: StructuralSchema,
  { defaults = true, dropsExcess = false }: StructuralDecoderOptions = {},
): (value: JsonObject) => Decoded {
  const normalise = compileNormaliser(schema, {
    readMetadata,
    refuse,
    defaults,
    ...(!dropsExcess && { onExcess: refuseExcess }),
  });
  return (value) => {
    const unknown: string[] = [];
    return { value: normalise(value, unknown), unknown };
  };
}

function readMetadata(metadata: JsonValue, path: string, unknown: string[]): JsonObject {
  if (!isObject(metadata)) throw new DecodeError(path, `${path} must be an object`);
  const decoded = decodeMetadata(metadata);
  for (const each of decoded.unknown) if (unknown.length < MAX_UNKNOWN) unknown.push(`${path}.${each}`);
  return decoded.value;
}

function refuse(path: string, value: JsonValue): never {
  throw new DecodeError(path, `${path}: ${invalid(path, value, 'must be a string').message}`);
}

function refuseExcess(path: string): never {
  throw new StatusError('RequestEntityTooLarge', `Request entity too large: with the default of ${path}`);
}
