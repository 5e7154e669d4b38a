import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import {
  partialObjectMetadataListSchema,
  partialObjectMetadataSchema,
  statusSchema,
} from '@pilothouse/apimachinery/generated/meta/v1.js';
import { compileProtobufDecoder } from '@pilothouse/apimachinery/protobuf/decode.js';
import { decodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';

/** The types of protobuf answers that exist for every kind. */
const DECODERS = new Map([
  ['PartialObjectMetadata', compileProtobufDecoder(partialObjectMetadataSchema)],
  ['PartialObjectMetadataList', compileProtobufDecoder(partialObjectMetadataListSchema)],
  ['Status', compileProtobufDecoder(statusSchema)],
]);

/** A protobuf answer as JSON; only its type if it is another one. */
export function fromProtobuf(bytes: Uint8Array): JsonValue {
  const { apiVersion, kind, raw } = decodeEnvelope(bytes);
  const decode = DECODERS.get(kind);
  return { ...decode?.(raw), apiVersion, kind };
}
