import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufDecoder } from '@pilothouse/apimachinery/protobuf/decode.js';
import { compileProtobufEncoder } from '@pilothouse/apimachinery/protobuf/encode.js';
import { compileTranscoder, type Transcode } from '@pilothouse/apimachinery/protobuf/transcode.js';
import { encodeEnvelope, envelopeAround } from '@pilothouse/apimachinery/protobuf/envelope.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { TypeMeta } from '@pilothouse/kinds/definition/stored-form.js';

/** Objects of one type in protobuf. Compiled at the first use. */
export interface ProtobufForm {
  /** The object in an envelope's raw bytes, not yet normalised. Throws ProtobufError. */
  readonly decode: (raw: Uint8Array) => JsonObject;
  /** The object without an envelope. */
  readonly encodeRaw: (object: JsonObject) => Uint8Array;
  /** The same of its JSON as it is stored, and its version. */
  readonly transcode: Transcode;
  /** What stands around an object of so many bytes in a body. */
  readonly envelope: (length: number) => ReturnType<typeof envelopeAround>;
  /** A whole body. */
  readonly encode: (object: JsonObject) => Uint8Array;
}

export function protobufForm(schema: StructSchema, type: TypeMeta): ProtobufForm {
  let decode: ProtobufForm['decode'] | undefined;
  let encode: ProtobufForm['encode'] | undefined;
  let transcode: Transcode | undefined;
  const encodeRaw = (object: JsonObject): Uint8Array => (encode ??= compileProtobufEncoder(schema))(object);
  return {
    encodeRaw,
    transcode: (json, version, writer) => (transcode ??= compileTranscoder(schema))(json, version, writer),
    envelope: (length) => envelopeAround(type, length),
    decode: (raw) => (decode ??= compileProtobufDecoder(schema))(raw),
    encode: (object) => encodeEnvelope({ ...type, raw: encodeRaw(object) }),
  };
}
