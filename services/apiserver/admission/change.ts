import { isObject, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { DecodeError } from '@pilothouse/apimachinery/schema/decode.js';
import type { AdmittedType } from './admission.js';

/** Something that admission makes of an object although it must not. The message goes on from the name of who did. */
export class BadChangeError extends Error {
  override readonly name = 'BadChangeError';
}

/** In Kubernetes' words. */
export const NOTHING_TO_CHANGE = 'attempted to modify the object, which is not supported for this operation';

/** What says which object it is. Only clients and the server itself decide that. */
const IDENTITY = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
] as const;

/** Throws a BadChangeError where `after` is another object than `before`, and not just another form of it. */
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

/** What a service made of an object of the type, pruned and with its defaults. Throws a BadChangeError. */
export function normalised({ kind, decode }: AdmittedType, before: JsonObject, after: JsonObject): JsonObject {
  const value = decoded();
  checkIdentity(before, value);
  return value;

  function decoded(): JsonObject {
    try {
      return decode(after).value;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      throw new BadChangeError(`makes something of the object that is no ${kind}: ${error.message}`);
    }
  }
}
