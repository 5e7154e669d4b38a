import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import type { OpenApiPart } from '@pilothouse/apimachinery/openapi/v2-part.js';
import { digestOf, type TaggedDocument } from '../discovery/entity-tag.js';
import type { ApiDescription } from './description.js';
import { createYielder } from '@pilothouse/runtime/event-loop/yielder.js';
import { documentsIn } from './write-document.js';
import { jsonV2, protobufV2 } from './write-v2.js';
import { jsonV3 } from './write-v3.js';

/** The published documents. Each is built on first use (singleflight) and cached. */
export interface OpenApiDocuments {
  readonly v2Json: () => Promise<TaggedDocument>;
  readonly v2Protobuf: () => Promise<TaggedDocument>;
  /** The index of OpenAPI 3.0: paths and digests. It changes with each document. */
  readonly v3Index: () => Promise<TaggedDocument>;
  readonly v3: readonly V3Document[];
}

export interface V3Document {
  /** Such as `api/v1`. */
  readonly name: string;
  /** Such as `/openapi/v3/api/v1`. */
  readonly path: string;
  readonly document: () => Promise<TaggedDocument>;
}

/** The documents of extension API servers. */
export interface OtherDocuments {
  /** Path and query of those in OpenAPI 3.0, by name. */
  readonly v3: ReadonlyMap<string, string>;
  /** What is merged into OpenAPI 2.0, in this order. */
  readonly v2: readonly OpenApiPart[];
}

export const NO_OTHERS: OtherDocuments = { v3: new Map(), v2: [] };

/**
 * Returns a function that builds the documents of an API. `version` is that of the program. Documents of unchanged
 * descriptions are the same objects. They are built in slices, since together they may take seconds.
 */
export function documentWriter(
  version: string,
): (descriptions: readonly ApiDescription[], others?: OtherDocuments) => OpenApiDocuments {
  const info = { title: 'Pilothouse', version };
  const maybeYield = createYielder(() => performance.now());
  const writeV2 = documentsIn(jsonV2(info), maybeYield);
  const protobuf = once(async () => documentsIn(await protobufV2(info), maybeYield));
  const v3Document = keyed((description: ApiDescription): V3Document => ({
    name: description.name,
    path: `/openapi/v3/${description.name}`,
    document: once(() => documentsIn(jsonV3(info), maybeYield)([description])),
  }));
  return (descriptions, others = NO_OTHERS) => {
    const v3 = descriptions.map(v3Document);
    return {
      v2Json: once(() => writeV2(descriptions, others.v2)),
      v2Protobuf: once(async () => (await protobuf())(descriptions, others.v2)),
      v3Index: once(async () => {
        const paths = newObject();
        for (const each of v3) paths[each.name] = { serverRelativeURL: addressOf(each, await each.document()) };
        for (const [name, serverRelativeURL] of others.v3) paths[name] = { serverRelativeURL };
        const bytes = Buffer.from(writeJson({ paths }));
        return { bytes, digest: digestOf(bytes) };
      }),
      v3,
    };
  };
}

/** Path and query of the document's present version. */
export function addressOf({ path }: V3Document, { digest }: TaggedDocument): string {
  return `${path}?hash=${digest}`;
}

/** Singleflight: computes the value on the first call, and again after a failure. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
