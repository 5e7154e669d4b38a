import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { protobufForm } from '../../registry/protobuf-form.js';
import type { Representation } from '../negotiation/representation.js';
import { encodeValue } from '../negotiation/write-entry.js';
import { digestOf, type TaggedDocument } from './entity-tag.js';

/** A document that is built on first use. */
export interface LazyDocument {
  readonly schema: StructSchema;
  readonly build: () => JsonObject;
}

/** Caches a document in each encoding, built on first use. */
export function encodedOnce(document: LazyDocument): (representation: Representation) => Promise<TaggedDocument> {
  const made = new Map<string, Promise<TaggedDocument>>();
  return (representation) => {
    const key = `${representation.encoding} ${representation.pretty}`;
    const encoded = made.get(key) ?? encode(document, representation);
    made.set(key, encoded);
    return encoded;
  };
}

async function encode({ schema, build }: LazyDocument, representation: Representation): Promise<TaggedDocument> {
  const value = build();
  const { kind, apiVersion } = value;
  const protobuf = protobufForm(schema, { kind: textOf(kind), apiVersion: textOf(apiVersion) });
  const bytes = await encodeValue({ value, protobuf }, representation);
  return { bytes, digest: digestOf(bytes) };
}

/** Empty if the document has no apiVersion. */
function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
