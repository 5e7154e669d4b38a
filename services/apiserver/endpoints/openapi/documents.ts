import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { digestOf, type TaggedDocument } from '../discovery/entity-tag.js';
import type { ApiDescription } from './description.js';
import { writeOpenApiV2 } from './write-v2.js';
import { writeOpenApiV3 } from './write-v3.js';

/** The published documents. Each is made when it is first wanted, and kept. */
export interface OpenApiDocuments {
  readonly v2Json: () => TaggedDocument;
  readonly v2Protobuf: () => Promise<TaggedDocument>;
  /** Where each document of OpenAPI 3.0 is, with its digest: it changes whenever one of them does. */
  readonly v3Index: () => TaggedDocument;
  readonly v3: readonly V3Document[];
}

export interface V3Document {
  /** Such as `api/v1`. */
  readonly name: string;
  /** Such as `/openapi/v3/api/v1`. */
  readonly path: string;
  readonly document: () => TaggedDocument;
}

/**
 * Makes the function that gives the documents of an API. `version` is that of the program. Documents of descriptions that stay are
 * the same objects.
 */
export function documentWriter(version: string): (descriptions: readonly ApiDescription[]) => OpenApiDocuments {
  const info = { title: 'Pilothouse', version };
  const v3Document = keyed((description: ApiDescription): V3Document => ({
    name: description.name,
    path: `/openapi/v3/${description.name}`,
    document: once(() => jsonDocument(writeOpenApiV3(description, info))),
  }));
  return (descriptions) => {
    const v2 = once(() => writeOpenApiV2(descriptions, info));
    const v2Json = once(() => jsonDocument(v2()));
    const v3 = descriptions.map(v3Document);
    return {
      v2Json,
      v2Protobuf: once(async () => {
        const { encodeOpenApiV2 } = await import('@pilothouse/apimachinery/openapi/v2-protobuf.js');
        // Both encodings have one digest: they are told apart by the Accept header.
        return { digest: v2Json().digest, bytes: encodeOpenApiV2(v2()) };
      }),
      v3Index: once(() => {
        const entries = v3.map((each) => [each.name, { serverRelativeURL: addressOf(each) }]);
        return jsonDocument({ paths: Object.fromEntries(entries) as JsonObject });
      }),
      v3,
    };
  };
}

/** Path and query of the document as it is now. */
export function addressOf({ path, document }: V3Document): string {
  return `${path}?hash=${document().digest}`;
}

function jsonDocument(value: JsonObject): TaggedDocument {
  const bytes = Buffer.from(writeJson(value));
  return { bytes, digest: digestOf(bytes) };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
