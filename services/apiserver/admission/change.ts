import { isObject, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { DecodeError } from '@pilothouse/apimachinery/schema/decode.js';
import type { AdmissionRequest } from '@pilothouse/admission/attributes.js';

/** A change that admission must not make. The message continues after the name of the plugin. */
export class BadChangeError extends Error {
  override readonly name = 'BadChangeError';
}

/** Kubernetes' text. */
export const NOTHING_TO_CHANGE = 'attempted to modify the object, which is not supported for this operation';

/** Metadata fields that identify an object. Only clients and the server set them. */
const IDENTITY = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
] as const;

/** Throws a BadChangeError if `after` is not the same object as `before`. */
export function checkIdentity(before: JsonObject, after: JsonObject): void {
  const changed = [
    ...(['kind', 'apiVersion'] as const).filter((field) => before[field] !== after[field]),
    ...IDENTITY.filter((field) => !deepEqual(metadataAt(before, field), metadataAt(after, field))).map(
      (field) => `metadata.${field}`,
    ),
  ];
  if (changed.length > 0) throw new BadChangeError(`may not change ${changed.join(', ')}`);
}

function metadataAt({ metadata }: JsonObject, field: string): JsonObject[string] {
  return (isObject(metadata) ? metadata : newObject())[field] ?? null;
}

/** Decodes an object that a service returned: pruned and with defaults. Throws a BadChangeError. */
export function normalised(
  { kind: { kind }, normalise }: Pick<AdmissionRequest, 'kind' | 'normalise'>,
  before: JsonObject,
  after: JsonObject,
): JsonObject {
  const value = decoded();
  checkIdentity(before, value);
  return value;

  function decoded(): JsonObject {
    try {
      return normalise(after);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      throw new BadChangeError(`returns an invalid ${kind}: ${error.message}`);
    }
  }
}
