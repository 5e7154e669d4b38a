import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { objectMetaSchema } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder, type Decoded, type DecoderOptions } from '@pilothouse/apimachinery/schema/decode.js';
import type { ObjectSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { compileValidator } from '@pilothouse/apimachinery/schema/validate.js';
import { structuralApplyType } from '@pilothouse/apimachinery/structural/apply-type.js';
import { compileStructuralDecoder } from '@pilothouse/apimachinery/structural/decode.js';
import { compileListTypes } from '@pilothouse/apimachinery/structural/list-types.js';
import { structuralOf } from '@pilothouse/apimachinery/structural/schema.js';
import { compileStructuralValidator } from '@pilothouse/apimachinery/structural/validate.js';
import { compileType, type Type } from '@pilothouse/apimachinery/typed/type.js';
import type { RuleFindings } from '@pilothouse/kinds/definition/definition.js';
import { canEmbed, embeddedErrors } from '@pilothouse/kinds/definition/embedded.js';

/** Returns a decoder from JSON to the normal form of a type. It throws DecodeError. */
export function decoderFor(schema: ObjectSchema, options: DecoderOptions = {}): (value: JsonObject) => Decoded {
  if (schema.type === 'struct') return compileDecoder(schema, options);
  return compileStructuralDecoder(structuralOf(schema), options);
}

/** Validates a normalised object, in steps if the schema is that of a definition; `old` is the replaced object. */
export type ObjectValidator = (object: JsonObject, old?: JsonObject) => RuleFindings;

export function validatorFor(schema: ObjectSchema): ObjectValidator {
  if (schema.type === 'struct') return compileValidator(schema);
  const structural = structuralOf(schema);
  const check = compileStructuralValidator(structural, { compilePattern: schema.compilePattern });
  const repeatedItems = compileListTypes(structural);
  const embeds = canEmbed(structural);
  return function* (object, old) {
    const embedded = embeds ? embeddedErrors(object, structural) : [];
    const repeated = repeatedItems(object);
    // As in Kubernetes, an update may keep duplicates from before the schema became stricter.
    const isNew = repeated.length > 0 && (old === undefined || repeatedItems(old).length === 0);
    yield;
    return [...(yield* check(object, old)), ...embedded, ...(isNew ? repeated : [])];
  };
}

/** The type information for server-side apply. */
export function applyTypeFor(schema: ObjectSchema): Type {
  if (schema.type === 'struct') return compileType(schema);
  return structuralApplyType(structuralOf(schema), metadataType(objectMetaSchema));
}

const metadataType = keyed(compileType);
