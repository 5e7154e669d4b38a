import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { digestOf, type TaggedDocument } from '../discovery/entity-tag.js';
import type { ApiDescription } from './description.js';
import { createStretches } from '@pilothouse/runtime/event-loop/stretches.js';
import { documentsIn } from './write-document.js';
import { jsonV2, protobufV2 } from './write-v2.js';
import { jsonV3 } from './write-v3.js';

/** The published documents. Each is made when it is first wanted, by one call for all that want it, and kept. */
export interface OpenApiDocuments {
  readonly v2Json: () => Promise<TaggedDocument>;
  readonly v2Protobuf: () => Promise<TaggedDocument>;
  /** Where each document of OpenAPI 3.0 is, with its digest: it changes whenever one of them does. */
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

/**
 * Makes the function that gives the documents of an API. `version` is that of the program. Documents of descriptions that stay are
 * the same objects. They are made in stretches, since all of them together may take seconds.
 */
export function documentWriter(version: string): (descriptions: readonly ApiDescription[]) => OpenApiDocuments {
  const info = { title: 'Pilothouse', version };
  const stretches = createStretches(() => performance.now());
  const writeV2 = documentsIn(jsonV2(info), stretches);
  const protobuf = once(async () => documentsIn(await protobufV2(info), stretches));
  const v3Document = keyed((description: ApiDescription): V3Document => ({
    name: description.name,
    path: `/openapi/v3/${description.name}`,
    document: once(() => documentsIn(jsonV3(info), stretches)([description])),
  }));
  return (descriptions) => {
    const v3 = descriptions.map(v3Document);
    return {
      v2Json: once(() => writeV2(descriptions)),
      v2Protobuf: once(async () => (await protobuf())(descriptions)),
      v3Index: once(async () => {
        const paths = newObject();
        for (const each of v3) paths[each.name] = { serverRelativeURL: addressOf(each, await each.document()) };
        const bytes = Buffer.from(writeJson({ paths }));
        return { bytes, digest: digestOf(bytes) };
      }),
      v3,
    };
  };
}

/** Path and query of the document as it is now. */
export function addressOf({ path }: V3Document, { digest }: TaggedDocument): string {
  return `${path}?hash=${digest}`;
}

/** Makes the value at the first call, and after failures again. */
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
