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

/** What an answer in protobuf says, as JSON; its type alone where that is none of those that every kind has. */
export function fromProtobuf(bytes: Uint8Array): JsonValue {
  const { apiVersion, kind, raw } = decodeEnvelope(bytes);
  const decode = DECODERS.get(kind);
  return { ...decode?.(raw), apiVersion, kind };
}
