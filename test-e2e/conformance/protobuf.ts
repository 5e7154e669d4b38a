import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import {
  partialObjectMetadataListSchema,
  partialObjectMetadataSchema,
  statusSchema,
} from '@pilothouse/apimachinery/generated/meta/v1.js';
import { compileProtobufDecoder } from '@pilothouse/apimachinery/protobuf/decode.js';
import { decodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';

/** The types that answers about every kind may have in protobuf. */
const DECODERS = new Map([
  ['PartialObjectMetadata', compileProtobufDecoder(partialObjectMetadataSchema)],
  ['PartialObjectMetadataList', compileProtobufDecoder(partialObjectMetadataListSchema)],
  ['Status', compileProtobufDecoder(statusSchema)],
]);

/** What an answer in protobuf says, as JSON. Throws where its type is none of those that every kind has. */
export function fromProtobuf(bytes: Uint8Array): JsonValue {
  const { apiVersion, kind, raw } = decodeEnvelope(bytes);
  const decode = DECODERS.get(kind);
  if (decode === undefined) throw new Error(`no schema of ${kind}`);
  return { ...decode(raw), apiVersion, kind };
}
