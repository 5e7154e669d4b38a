import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufDecoder } from '@pilothouse/apimachinery/protobuf/decode.js';
import { compileProtobufEncoder } from '@pilothouse/apimachinery/protobuf/encode.js';
import { compileTranscoder, type Transcode } from '@pilothouse/apimachinery/protobuf/transcode.js';
import { encodeEnvelope, envelopeAround } from '@pilothouse/apimachinery/protobuf/envelope.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { TypeMeta } from '@pilothouse/kinds/definition/stored-form.js';

/** The protobuf codec of a type, compiled on first use. */
export interface ProtobufForm {
  /** The object in an envelope's raw bytes, not yet normalised. Throws ProtobufError. */
  readonly decode: (raw: Uint8Array) => JsonObject;
  /** The object without an envelope. */
  readonly encodeRaw: (object: JsonObject) => Uint8Array;
  /** Converts the stored JSON and the resourceVersion directly. */
  readonly transcode: Transcode;
  /** The envelope around an object of the given size. */
  readonly envelope: (length: number) => ReturnType<typeof envelopeAround>;
  /** A complete body. */
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
