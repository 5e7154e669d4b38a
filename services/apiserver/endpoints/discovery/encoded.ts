import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Representation } from '../negotiation/representation.js';
import { encodeValue } from '../negotiation/write-entry.js';
import { digestOf, type TaggedDocument } from './entity-tag.js';

/** A document in the encodings asked for. Each is made when it is first wanted, and kept. */
export function encodedOnce(build: () => JsonObject): (representation: Representation) => Promise<TaggedDocument> {
  const made = new Map<string, Promise<TaggedDocument>>();
  return (representation) => {
    const key = `${representation.encoding} ${representation.pretty}`;
    const document = made.get(key) ?? encode(build(), representation);
    made.set(key, document);
    return document;
  };
}

async function encode(value: JsonObject, representation: Representation): Promise<TaggedDocument> {
  const bytes = await encodeValue({ value }, representation);
  return { bytes, digest: digestOf(bytes) };
}
