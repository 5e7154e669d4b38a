import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufDecoder } from '@pilothouse/apimachinery/protobuf/decode.js';
import { compileProtobufEncoder } from '@pilothouse/apimachinery/protobuf/encode.js';
import { encodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { TypeMeta } from './stored-form.js';

/** Objects of one type in protobuf. Compiled at the first use. */
export interface ProtobufForm {
  /** The object in an envelope's raw bytes, not yet normalised. Throws ProtobufError. */
  readonly decode: (raw: Uint8Array) => JsonObject;
  /** A whole body. */
  readonly encode: (object: JsonObject) => Uint8Array;
}

export function protobufForm(schema: StructSchema, type: TypeMeta): ProtobufForm {
  let decode: ProtobufForm['decode'] | undefined;
  let encode: ProtobufForm['encode'] | undefined;
  return {
    decode: (raw) => (decode ??= compileProtobufDecoder(schema))(raw),
    encode: (object) => encodeEnvelope({ ...type, raw: (encode ??= compileProtobufEncoder(schema))(object) }),
  };
}
