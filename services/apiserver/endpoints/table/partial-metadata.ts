import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { MetaVersion } from '../negotiation/representation.js';
import type { Scope } from '../scope.js';

export const PARTIAL_METADATA = 'PartialObjectMetadata';

/** The object's PartialObjectMetadata. Shares the metadata with `object`. */
export function partialMetadata({ metaGroup }: Scope, object: JsonObject, version: MetaVersion): JsonObject {
  return Object.assign(newObject(), {
    kind: PARTIAL_METADATA,
    apiVersion: `${metaGroup}/${version}`,
    metadata: object['metadata'] ?? newObject(),
  });
}
